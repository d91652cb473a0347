import { expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { toText } from "#server/platform/sentences.ts";
import { subscriptionSentence } from "./sentences.ts";

const content = await loadContent();
const plain = {
  nextChargeOn: null,
  pausedUntil: null,
  startsOn: null,
  cancelledOn: null,
  isHeldBack: false,
  isDiscontinued: false,
  chargesStoppedBy: null,
};

test.each([
  ["pending", {}, "Starts when your doctor approves your plan."],
  ["active", { nextChargeOn: "2026-12-31" }, "Next charge on December 31, 2026."],
  [
    "active",
    { nextChargeOn: "2026-12-24", startsOn: "2026-12-31" },
    "Starts on December 31, 2026. First charge on December 24, 2026.",
  ],
  ["active", {}, "No charge is planned."],
  [
    "active",
    { isHeldBack: true },
    "Your doctor will look at your prescription first. You won't be charged before then.",
  ],
  ["active", { chargesStoppedBy: "bank" }, "we won't charge you unless you ask us to."],
  ["paused", { pausedUntil: "2026-09-01" }, "Paused until September 1, 2026."],
  ["paused", {}, "Paused. You won't be charged."],
  ["past_due", { nextChargeOn: "2026-09-01" }, "We'll try again on September 1, 2026."],
  ["past_due", {}, "The last charge didn't go through."],
  ["cancelled", {}, "Canceled. No more charges."],
  ["cancelled", { cancelledOn: "2026-09-01", isDiscontinued: true }, "Canceled on September 1, 2026. No more charges."],
] as const)("when a subscription that is %s is charged next: %o", (status, facts, text) => {
  expect(toText(content, subscriptionSentence(status, { ...plain, ...facts }))).toContain(text);
});

test.each(["active", "paused", "past_due"] as const)("%s, but discontinued: no day is promised", (status) => {
  const facts = { ...plain, nextChargeOn: "2026-09-01", pausedUntil: "2026-09-01", isDiscontinued: true };
  expect(toText(content, subscriptionSentence(status, facts))).toMatch(
    /You won't be charged for it until you both agree/,
  );
});
