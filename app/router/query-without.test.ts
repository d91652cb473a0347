import { expect, test } from "vitest";
import { queryWithout } from "./query-without.ts";

test("what was read leaves the query, however often it stands there; the rest stays", () => {
  expect(queryWithout("?fud=CALM-20", "fud")).toBe("");
  expect(queryWithout("?upsell=cream&fud=CALM-20&fud=again", "fud")).toBe("?upsell=cream");
  expect(queryWithout("?upsell=cream&fud=a%26b", "upsell")).toBe("?fud=a%26b");
  expect(queryWithout("", "fud")).toBe("");
});
