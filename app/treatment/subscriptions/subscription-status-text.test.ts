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

describe("§4 the status of a subscription: the server's words, with the charge and the medicine at home", () => {
  const state = { ...aSubscription().state, title: "Its title", lines: ["Its line."] };

  test.each([
    [{ status: "pending" }, "Its title Its line."],
    [{ status: "active" }, "Its title Its line. $89.25 with tax and shipping on Visa ending in 4242."],
    [{ status: "paused" }, "Its title Its line. Then: $89.25 with tax and shipping on Visa ending in 4242."],
    [{ status: "past_due" }, "Its title Its line."],
    [{ status: "cancelled" }, "Its title Its line."],
  ] as const)("%o", (change, expected) => {
    expect(text({ state, ...change })).toBe(expected);
  });

  test.each(["active", "paused"] as const)("%s: until when the medicine at home lasts", (status) => {
    expect(text({ status, onhanduntil: "2027-02-17" })).toContain("Your box lasts until Wednesday, February 17.");
  });

  test.each(["bank", "practice", "doctor"] as const)(
    "with everything on hold for the %s: no amount is promised",
    (waitsfor) => {
      const prescriptionorders = [aPrescriptionOrder({ chargeon: null, waitsfor })];
      for (const status of ["active", "paused"] as const)
        expect(text({ status, prescriptionorders }, null)).not.toContain("$");
    },
  );

  test("while no charge is planned, none is promised", () => {
    expect(text({ status: "active", state }, null)).toBe("Its title Its line.");
  });

  test("charged together with others, its own share is stated", () => {
    const others = [...charge.items, { prescriptionorderid: "t", subscriptionid: "o", name: "Capsule", amount: 10 }];
    expect(text({ status: "active" }, { ...charge, amount: 99.25, items: others })).toContain(
      "together with Capsule. This one is $89.25 of that.",
    );
  });
});
