import { expect, test } from "vitest";
import { identityWords } from "./identity-words.ts";

test.each([
  ["matched", [], "Confirmed"],
  ["review", [], "In review"],
  ["review", ["selfie"], "We need a photo"],
  ["no_match", ["photo_id", "selfie"], "Not confirmed"],
  ["no_match", [], "Not confirmed"],
  ["none", [], "Not needed yet"],
] as const)("§2.1 identity %s, wanted %j: %s", (identitystatus, wanted, label) => {
  const words = identityWords({ identitystatus, wanted: [...wanted] });
  expect(words.badge.label).toBe(label);
  expect(words.text).toMatch(/^[A-Z].+\.$/);
});
