import { expect, test } from "vitest";
import { identityStatusText } from "./identity-status-text.ts";

test.each([
  ["matched", [], "Confirmed"],
  ["review", [], "In review"],
  ["review", ["selfie"], "We need a photo"],
  ["no_match", ["photo_id", "selfie"], "Not confirmed"],
  ["no_match", [], "Not confirmed"],
  ["none", [], "Not needed yet"],
] as const)("§2.1 identity %s, wanted %j: %s", (identitystatus, requestedPhotos, label) => {
  const text = identityStatusText({ identitystatus, requestedphotos: [...requestedPhotos], reason: null });
  expect(text.badge.label).toBe(label);
  expect(text.text).toMatch(/^[A-Z].+\.$/);
});

test("§2.1 where a person said why, that is what the patient reads", () => {
  const reason = "Your ID has expired. Please send a photo of one that's still good.";
  expect(identityStatusText({ identitystatus: "no_match", requestedphotos: ["photo_id"], reason }).text).toBe(reason);
});
