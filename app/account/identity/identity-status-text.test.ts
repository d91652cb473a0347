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
  const text = identityStatusText({ identitystatus, requestedphotos: [...requestedPhotos] });
  expect(text.badge.label).toBe(label);
  expect(text.text).toMatch(/^[A-Z].+\.$/);
});
