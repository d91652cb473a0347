import { describe, expect, test } from "vitest";
import {
  otherItemsInCharge,
  chargeOfSubscription,
  nextPrescriptionOrder,
  amountOfSubscription,
  pastPrescriptionOrders,
} from "./charges.ts";
import { joinNames } from "#app/formats/names.ts";
import { aCharge, aSubscription, aPrescriptionOrder } from "../testing.ts";

const patch = aSubscription({ id: "patch" });
const joint = aCharge({
  amount: 257.95,
  items: [
    { prescriptionorderid: "s1", subscriptionid: "patch", name: "Patch", amount: 159 },
    { prescriptionorderid: "s2", subscriptionid: "capsule", name: "Capsule", amount: 94 },
  ],
});

describe("what is due on one day is one charge", () => {
  test("the charge of a subscription, the other items in it, and the subscription's share", () => {
    expect(chargeOfSubscription([joint], patch)).toBe(joint);
    expect(chargeOfSubscription([joint], { id: "other" })).toBeNull();
    expect(otherItemsInCharge(joint, patch)).toEqual(["Capsule"]);
    expect(amountOfSubscription(joint, patch)).toBe(159);
  });
});

describe("upcoming and past prescription orders", () => {
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

  test("past prescription orders come newest first", () => {
    expect(pastPrescriptionOrders({ prescriptionorders: [early, planned, late] }).map(({ id }) => id)).toEqual([
      "late",
      "early",
    ]);
  });
});

test("names are joined into a list", () => {
  expect(joinNames(["A"])).toBe("A");
  expect(joinNames(["A", "B", "C"])).toBe("A, B and C");
});
