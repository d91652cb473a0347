import { describe, expect, test } from "vitest";
import { nextStepOf, type Situation } from "./next-step.ts";

const friday = new Date("2026-05-08T15:00:00Z");
const situation: Situation = {
  plan: {
    status: "in_review",
    submittedAt: friday,
    decidedAt: null,
    lapsed: false,
    doctor: { name: "Dr. Ruth Okafor" },
  },
  visit: { status: "DONE", identityStatus: "matched", stopped: false },
  nonRxOnly: false,
  withheld: false,
  order: { status: "authorized", cancelled: false, paidOn: "2026-05-08", shipment: null },
  subscriptions: [{ status: "active", pauseduntil: null, waits: false, stopped: false }],
  nextCharge: null,
  timezone: "America/New_York",
  now: friday,
};
const running = { status: "active" as const, pauseduntil: null, waits: false, stopped: false };
const decided = { ...situation.plan, status: "approved" as const, decidedAt: friday };

describe("§9 what happens next, and by when", () => {
  test("the doctor decides within a working day", () => {
    expect(nextStepOf(situation)).toBe(
      "Dr. Ruth Okafor reads your answers and decides by Monday, May 11. You will get an email. Nothing is charged before.",
    );
  });
  test("a day that has passed is not promised", () => {
    expect(nextStepOf({ ...situation, now: new Date("2026-05-12T15:00:00Z") })).toContain("longer than usual");
  });
  test("the ID is checked first", () => {
    expect(nextStepOf({ ...situation, visit: { ...situation.visit, identityStatus: "review" } })).toContain(
      "checks your ID first",
    );
  });
  test.each([
    ["authorized", "Your card is being charged now. Then the pharmacy gets your order."],
    ["voided", "We could not charge your card, so nothing was sent. Please update your card."],
    ["paid", "The pharmacy is preparing your order. It leaves by Tuesday, May 12."],
    ["shipped", "Your parcel is on its way with Meadow Post. It should arrive by Thursday, May 14."],
    ["delivered", "Your order has arrived. The next one is charged and sent on Saturday, August 8."],
    [
      "refunded",
      "Your order was refunded. Some banks need a few days to show it. Your next order is charged and sent on Saturday, August 8.",
    ],
  ] as const)("approved, its order %s", (status, expected) => {
    const subscriptions =
      status === "voided"
        ? [{ status: "past_due" as const, pauseduntil: null, waits: false, stopped: false }]
        : [running];
    const order = {
      status,
      cancelled: false,
      paidOn: "2026-05-08",
      shipment: { carrier: "Meadow Post", estimateddelivery: "2026-05-14" },
    };
    expect(nextStepOf({ ...situation, plan: decided, order, subscriptions, nextCharge: "2026-08-08" })).toBe(expected);
  });
  test.each([
    [
      "paused",
      { ...running, status: "paused", pauseduntil: "2026-09-08" },
      "Nothing is charged before Tuesday, September 8.",
    ],
    ["cancelled", { ...running, status: "cancelled" }, "Your plan is cancelled. Nothing more is charged."],
    ["waiting for a renewal", { ...running, waits: true }, "Your doctor looks at your prescription again"],
    ["changed by her doctor", { ...running, waits: true, stopped: true }, "Your doctor changed your treatment"],
    ["past due", { ...running, status: "past_due" }, "We could not charge your card"],
  ] as const)("a delivered order, its subscription %s", (_, subscription, expected) => {
    const order = { status: "delivered" as const, cancelled: false, paidOn: "2026-05-08", shipment: null };
    expect(nextStepOf({ ...situation, plan: decided, order, subscriptions: [subscription] })).toContain(expected);
  });
  test("declined", () => {
    expect(nextStepOf({ ...situation, plan: { ...decided, status: "declined" } })).toContain("You were not charged.");
  });
  test.each([
    [false, "Answer the last questions"],
    [true, "see a doctor in person"],
  ])("before a plan, stopped: %s", (stopped, expected) => {
    const plan = { status: "none" as const, submittedAt: null, decidedAt: null, lapsed: false, doctor: null };
    expect(nextStepOf({ ...situation, plan, visit: { ...situation.visit, status: "PENDING", stopped } })).toContain(
      expected,
    );
  });
  test("a hold that was gone before the decision", () => {
    const plan = { status: "none" as const, submittedAt: null, decidedAt: null, lapsed: true, doctor: null };
    const visit = { ...situation.visit, status: "PENDING" as const };
    expect(nextStepOf({ ...situation, plan, visit })).toContain("Please confirm your order once more.");
  });
  test("who came for the shop alone is asked for no visit", () => {
    const plan = { status: "none" as const, submittedAt: null, decidedAt: null, lapsed: false, doctor: null };
    const visit = { ...situation.visit, status: "PENDING" as const };
    expect(nextStepOf({ ...situation, plan, visit, nonRxOnly: true })).toContain("Whenever you would like");
  });
});

test("decisions §8 a medicine her answers speak against leads to the doctor, whatever is under way", () => {
  expect(nextStepOf({ ...situation, plan: { ...situation.plan, status: "approved" }, withheld: true })).toContain(
    "Please write to your doctor before you use more of it",
  );
});
