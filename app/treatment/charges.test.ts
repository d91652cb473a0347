import { describe, expect, test } from "vitest";
import { besides, chargeOf, comingSupply, listed, partOf, pastSupplies } from "./charges.ts";
import { aCharge, aSubscription, aSupply } from "./testing.ts";

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
    expect(chargeOf([joint], patch)).toBe(joint);
    expect(chargeOf([joint], { id: "other" })).toBeNull();
    expect(besides(joint, patch)).toEqual(["Capsule"]);
    expect(partOf(joint, patch)).toBe(159);
  });
});

describe("what comes and what was", () => {
  const planned = aSupply({ id: "planned", status: "scheduled", chargeon: "2027-02-10" });
  const owed = aSupply({ id: "owed", status: "payment_failed", orderid: null });
  const early = aSupply({ id: "early", status: "delivered", orderid: "1", chargeon: "2026-08-10" });
  const late = aSupply({ id: "late", status: "skipped", chargeon: "2026-11-10" });

  test.each([
    [[early, planned], "planned"],
    [[owed, early], "owed"],
    [[early], undefined],
  ])("%#", (prescriptionorders, id) => {
    expect(comingSupply({ prescriptionorders })?.id).toBe(id);
  });

  test("the latest of the past comes first", () => {
    expect(pastSupplies({ prescriptionorders: [early, planned, late] }).map(({ id }) => id)).toEqual(["late", "early"]);
  });
});

test("names in a row", () => {
  expect(listed(["A"])).toBe("A");
  expect(listed(["A", "B", "C"])).toBe("A, B and C");
});
