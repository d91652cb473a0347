import { describe, expect, test } from "vitest";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { aCharge, aSubscription, aPrescriptionOrder } from "../testing.ts";
import { subscriptionStatusText } from "./subscription-status-text.ts";

const charge = aCharge({
  amount: 89.25,
  items: [{ prescriptionorderid: "s", subscriptionid: aSubscription().id, name: "Item", amount: 89.25 }],
});
const text = (change: Partial<Subscription>, due: typeof charge | null = charge) => {
  const { title, lines } = subscriptionStatusText(aSubscription(change), due, "Visa ending in 4242");
  return [title, ...lines].join(" ");
};

describe("§4 the status of a subscription, in words", () => {
  test.each([
    [{ status: "pending" }, "We won't send anything or charge you again before that."],
    [{ status: "active" }, "Next charge: February 10, 2027 $89.25 with tax and shipping on Visa ending in 4242."],
    [{ status: "paused", pauseduntil: "2027-02-10" }, "Paused until February 10, 2027 We won't charge you"],
    [{ status: "past_due" }, "We won't try the $89.25 again unless you ask us to."],
    [
      {
        status: "past_due",
        prescriptionorders: [aPrescriptionOrder({ status: "payment_failed", chargeon: "2027-02-13" })],
      },
      "We'll try the $89.25 again on February 13, 2027.",
    ],
    [
      { status: "cancelled", prescriptionorders: [aPrescriptionOrder({ status: "shipped" })] },
      "You won't be charged again. What you've already paid for will still come.",
    ],
  ] as const)("%o", (change, expected) => {
    expect(text(change as Partial<Subscription>)).toContain(expected);
  });

  test("cancelled with no order in progress promises no delivery", () => {
    const prescriptionorders = [
      aPrescriptionOrder({ status: "delivered" }),
      aPrescriptionOrder({ status: "cancelled" }),
    ];
    expect(text({ status: "cancelled", prescriptionorders })).toBe("Canceled You won't be charged again.");
  });

  test.each(["active", "paused"] as const)("%s: until when the medicine at home lasts", (status) => {
    expect(text({ status, pauseduntil: "2027-02-10", onhanduntil: "2027-02-17" })).toContain(
      "Your box lasts until Wednesday, February 17.",
    );
  });

  test.each(["bank", "practice", "doctor"] as const)(
    "paused, with everything on hold for the %s: no amount is promised",
    (waitsfor) => {
      const prescriptionorders = [aPrescriptionOrder({ chargeon: null, waitsfor })];
      expect(text({ status: "paused", pauseduntil: "2027-02-10", prescriptionorders }, null)).not.toContain("$");
    },
  );

  test("while no charge is planned, the server says why", () => {
    expect(text({ status: "active", statustext: "Your doctor renews it first." }, null)).toBe(
      "No charge planned yet Your doctor renews it first.",
    );
  });

  test("charged together with others, its own share is stated", () => {
    const others = [...charge.items, { prescriptionorderid: "t", subscriptionid: "o", name: "Capsule", amount: 10 }];
    expect(text({ status: "active" }, { ...charge, amount: 99.25, items: others })).toContain(
      "together with Capsule. This one is $89.25 of that.",
    );
  });
});
