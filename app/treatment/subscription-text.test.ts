import { describe, expect, test } from "vitest";
import type { Subscription } from "#contract/entities.ts";
import { manageLabel, nextChargeText, periodText } from "./subscription-text.ts";
import { aSubscription } from "./testing.ts";

describe("when she is charged next", () => {
  test.each([
    [{ status: "pending" }, "Begins when your doctor approves your plan."],
    [{ status: "active", nextchargeon: "2026-12-31" }, "Next charge on December 31, 2026."],
    [{ status: "active" }, "No charge is planned."],
    [{ status: "paused", pauseduntil: "2026-09-01" }, "Paused until September 1, 2026."],
    [{ status: "past_due", nextchargeon: "2026-09-01" }, "We try the charge again on September 1, 2026."],
    [{ status: "past_due" }, "The last charge did not work."],
    [{ status: "cancelled" }, "Cancelled. No more charges."],
  ] as const)("%o", (change, text) => {
    expect(nextChargeText(aSubscription(change))).toBe(text);
  });
});

test("a price names its period", () => {
  expect(periodText({ price: 89, months: 1, quantity: 1 })).toBe("$89.00 each month");
  expect(periodText({ price: 240, months: 3, quantity: 2 })).toBe("$240.00 every 3 months, 2 of them");
});

test("the link to a subscription names what she can do there", () => {
  const label = (status: Subscription["status"], actions: Subscription["actions"] = []) =>
    manageLabel({ status, actions });
  expect(label("active", ["pause", "cancel"])).toBe("Change, pause or skip");
  expect(label("active", ["cancel"])).toBe("See it or cancel it");
  expect(label("pending")).toBe("See the details");
  expect(label("paused", ["resume", "cancel"])).toBe("End the pause or change it");
  expect(label("past_due", ["cancel"])).toBe("Update your card or cancel");
  expect(label("cancelled")).toBe("Order again");
});
