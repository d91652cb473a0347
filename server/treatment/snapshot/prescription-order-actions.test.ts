import { describe, expect, test } from "vitest";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { toText } from "#server/platform/sentences.ts";
import {
  prescriptionOrderActions,
  type PrescriptionOrderFacts,
  prescriptionOrderObstacle,
  waitsFor,
} from "./prescription-order-actions.ts";

const content = await shippedContent();
const facts: PrescriptionOrderFacts = {
  today: "2026-05-24",
  status: "scheduled",
  subscription: "active",
  planned: "2026-06-01",
  isHeldBack: false,
  chargesStoppedBy: null,
  careEnded: false,
  discontinued: false,
  prescriptionEnded: false,
  isNewest: false,
  nextIsPlanned: false,
  order: null,
  fillFrom: "2026-05-24",
  atPharmacy: false,
  isDoctorsDay: false,
};
const delivered = { status: "delivered", isNewest: true, order: "delivered" } as const;

test("§9 a scheduled prescription order says who has to act before its charge", () => {
  expect(waitsFor(facts)).toBeNull();
  expect(waitsFor({ ...facts, isHeldBack: true })).toBe("doctor");
  expect(waitsFor({ ...facts, isHeldBack: true, discontinued: true })).toBe("both");
  expect(waitsFor({ ...facts, ...delivered, discontinued: true })).toBeNull();
  expect(waitsFor({ ...facts, isHeldBack: true, subscription: "cancelled" })).toBeNull();
});

describe("decisions §9 what a patient may do with a prescription order", () => {
  test.each<[string, Partial<PrescriptionOrderFacts>, readonly string[]]>([
    ["planned, three quarters of the last one used", {}, ["getnext", "skip", "move", "cancel"]],
    ["planned, too early", { today: "2026-05-23" }, ["skip", "move", "cancel"]],
    ["planned, the last one not sent yet", { atPharmacy: true }, ["skip", "move", "cancel"]],
    ["planned, nothing came before", { fillFrom: null }, ["getnext", "skip", "move", "cancel"]],
    ["planned, paused", { subscription: "paused" }, ["cancel"]],
    ["owed", { status: "payment_failed", subscription: "past_due" }, ["cancel"]],
    ["paid, not sent", { status: "processing", order: "paid" }, ["cancel"]],
    ["in review", { status: "processing", order: "authorized", subscription: "pending" }, []],
    ["the bank is thinking", { status: "processing", order: "unknown" }, []],
    ["shipped", { status: "shipped", order: "shipped", isNewest: true }, []],
    ["delivered, active", delivered, []],
    ["delivered, cancelled", { ...delivered, subscription: "cancelled", planned: null }, ["reorder"]],
    [
      "delivered, cancelled, too early",
      { ...delivered, subscription: "cancelled", planned: null, today: "2026-05-10" },
      [],
    ],
    ["delivered, paused", { ...delivered, subscription: "paused" }, ["reorder"]],
    ["delivered, paused, but not the newest", { ...delivered, isNewest: false, subscription: "paused" }, []],
    ["waiting for the doctor", { isHeldBack: true }, ["getnext", "cancel"]],
    [
      "not prescribed any more",
      { ...delivered, subscription: "cancelled", planned: null, prescriptionEnded: true },
      [],
    ],
    ["paid, the plan not settled yet", { status: "processing", order: "paid", subscription: "pending" }, []],
    ["skipped", { status: "skipped" }, []],
    ["skipped, the next one planned", { status: "skipped", nextIsPlanned: true }, ["unskip"]],
    ["cancelled", { status: "cancelled", subscription: "cancelled", planned: null }, []],
  ])("%s", (_, change, expected) => {
    expect(prescriptionOrderActions({ ...facts, ...change })).toEqual(expected);
  });

  test.each<["getnext" | "reorder" | "skip" | "unskip" | "cancel", Partial<PrescriptionOrderFacts>, string]>([
    ["getnext", { subscription: "paused" }, "End the pause first"],
    ["getnext", { subscription: "past_due" }, "Update your card, and we'll charge it"],
    ["getnext", { subscription: "cancelled" }, "You can reorder from your last order instead."],
    ["getnext", { today: "2026-05-10" }, "starting Sunday, May 24"],
    ["getnext", delivered, "already on its way"],
    ["reorder", delivered, "“Get next now”"],
    ["skip", delivered, "You can skip the one after it."],
    ["skip", { subscription: "paused" }, "You can end the pause, or cancel it."],
    ["skip", { status: "payment_failed", subscription: "past_due" }, "You can update your card, or cancel this order."],
    ["unskip", delivered, "isn't skipped"],
    ["unskip", { status: "skipped" }, "You can still get that one sooner."],
    ["cancel", delivered, "please contact us"],
    ["cancel", { status: "processing", order: "authorized" }, "you won't be charged before that's done."],
    ["cancel", { status: "processing", order: "unknown" }, "Please try again in a few minutes."],
  ])("refused, %s says what the patient can do instead: %o", (action, change, words) => {
    const obstacle = prescriptionOrderObstacle(action, { ...facts, ...change });
    expect(toText(content, obstacle?.message ?? null)).toContain(words);
  });
});
