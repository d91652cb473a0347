import { expect, test } from "vitest";
import { offeredProofs } from "./proof-form.tsx";

test("decisions §11 the ways to prove it are those the person has, the safest first", () => {
  expect(offeredProofs(["recovery_code", "code", "passkey"], true)).toEqual(["passkey", "code", "recovery_code"]);
  expect(offeredProofs(["code"], true)).toEqual(["code"]);
});

test("a browser that can't use passkeys doesn't offer one", () => {
  expect(offeredProofs(["passkey", "code"], false)).toEqual(["code"]);
  expect(offeredProofs(["passkey"], false)).toEqual([]);
});
