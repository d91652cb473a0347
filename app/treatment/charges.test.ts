import { describe, expect, test } from "vitest";
import {
  otherItemsInCharge,
  chargeOfSubscription,
  nextPrescriptionOrder,
  joinNames,
  amountOfSubscription,
  pastPrescriptionOrders,
} from "./billing/charges.ts";
import { aCharge, aSubscription, aPrescriptionOrder } from "./testing.ts";

const patch = aSubscription({ id: "patch" });
const joint = aCharge({
  amount: 257.95,
  items: [
    { prescriptionorderid: "s1", subscriptionid: "patch", name: "Patch", amount: 159 },
    { prescriptionorderid: "s2", subscriptionid: "capsule", name: "Capsule", amount: 94 },
  ],
});

describe("what is due on one day goes on the card in one sum", () => {
  test("the charge of a subscription, what else is in it, and its own part", () => {
    expect(chargeOfSubscription([joint], patch)).toBe(joint);
    expect(chargeOfSubscription([joint], { id: "other" })).toBeNull();
    expect(otherItemsInCharge(joint, patch)).toEqual(["Capsule"]);
    expect(amountOfSubscription(joint, patch)).toBe(159);
  });
});

describe("what comes and what was", () => {
  const planned = aPrescriptionOrder({ id: "planned", status: "scheduled", chargeon: "2027-02-10" });
  const owed = aPrescriptionOrder({ id: "owed", status: "payment_failed", orderid: null });
  const early = aPrescriptionOrder({ id: "early", status: "delivered", orderid: "1", chargeon: "2026-08-10" });
  const late = aPrescriptionOrder({ id: "late", status: "skipped", chargeon: "2026-11-10" });

  test.each([
    [[early, planned], "planned"],
    [[owed, early], "owed"],
    [[early], undefined],
  ])("%#", (prescriptionorders, id) => {
    expect(nextPrescriptionOrder({ prescriptionorders })?.id).toBe(id);
  });

  test("the latest of the past comes first", () => {
    expect(pastPrescriptionOrders({ prescriptionorders: [early, planned, late] }).map(({ id }) => id)).toEqual([
      "late",
      "early",
    ]);
  });
});

test("names in a row", () => {
  expect(joinNames(["A"])).toBe("A");
  expect(joinNames(["A", "B", "C"])).toBe("A, B and C");
});
