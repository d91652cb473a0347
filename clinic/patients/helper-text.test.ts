import { expect, test } from "vitest";
import { helperText } from "./helper-text.ts";

const ana = { id: "1", name: "Ana Diaz", email: "ana@example.com", until: "2027-11-30T12:00:00Z", copies: [] };

test("whoever calls for a patient may be told of what a helper has a part in, and until when; one who hasn't joined is invited", () => {
  const joined = { ...ana, parts: ["orders" as const, "messages" as const], joinedat: "2026-11-30T12:00:00Z" };
  expect(helperText(joined)).toBe("Ana Diaz: orders and messages, until November 30, 2027");
  expect(helperText({ ...ana, parts: ["documents"], joinedat: null })).toBe("Ana Diaz: documents, invited");
});

test("which copies of emails a helper gets is said; of one who gets none, nothing", () => {
  const joined = { ...ana, parts: ["orders" as const], joinedat: "2026-11-30T12:00:00Z" };
  expect(helperText({ ...joined, copies: ["charges", "packages"] })).toBe(
    "Ana Diaz: orders, until November 30, 2027; copies of emails about charges and packages",
  );
  expect(helperText(joined)).not.toContain("copies");
});
