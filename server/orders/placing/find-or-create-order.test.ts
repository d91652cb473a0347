import { expect, test } from "vitest";
import { cartTermsVersion } from "./find-or-create-order.ts";

test("an order of the cart names all of the terms it is made under: those agreed to at sign-up, and nothing of a visit or that one may leave", () => {
  const consent = (id: string, at: "signup" | "checkout", required: boolean) => ({
    ...{ id, version: `2026-0${id.length}`, at, required, text: "" },
  });
  const consents = [
    consent("terms", "signup", true),
    consent("news", "signup", false),
    consent("treatment", "checkout", true),
    consent("privacy", "signup", true),
  ] as unknown as Parameters<typeof cartTermsVersion>[0]["consents"];
  expect(cartTermsVersion({ consents })).toBe("terms@2026-05 privacy@2026-07");
});
