import { expect, test } from "vitest";
import { isSensitiveText } from "#contract/growth/sensitive-text.ts";
import { shareText } from "./share-text.ts";

test("what a patient shares names the reward and nothing about health", () => {
  const text = shareText({ friendreward: "$20 off your first order" });
  expect(text).toContain("$20 off your first order");
  expect(isSensitiveText(text)).toBe(false);
});
