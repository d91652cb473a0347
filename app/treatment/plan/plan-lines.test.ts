import { datesIn } from "#app/formats/dates.ts";
import { describe, expect, test } from "vitest";
import { aCharge, aSubscription, aTreatment, aTreatmentChange } from "../testing.ts";
import { planLines, planProductNames, planSince, statusBesideCharge } from "./plan-lines.ts";

const item = (productid: string) => ({
  ...aSubscription().item,
  productid,
  name: productid.toUpperCase(),
});
const planItem = (productid: string) => ({ ...item(productid), fromnextorder: false, startson: null });
const subscriptionTo = (productid: string, change: Parameters<typeof aSubscription>[0] = {}) =>
  aSubscription({ id: `${productid}-${change.status ?? "active"}`, item: item(productid), ...change });
const care = (products: readonly string[], subscriptions: ReturnType<typeof subscriptionTo>[]) => {
  const { plan } = aTreatment("approved");
  return { plan: { ...plan, items: products.map(planItem) }, subscriptions, changes: [] };
};

describe("the treatment is one list", () => {
  test("each product of the plan with the subscription it comes by; one that runs before one that was cancelled", () => {
    const lines = planLines(
      care(["patch", "capsule"], [subscriptionTo("patch", { status: "cancelled" }), subscriptionTo("patch")]),
    );
    expect(lines.map(({ item: { productid }, subscription }) => [productid, subscription?.id ?? null])).toEqual([
      ["patch", "patch-active"],
      ["capsule", null],
      ["patch", "patch-cancelled"],
    ]);
  });

  test("what else comes follows the plan, and what was cancelled is last", () => {
    const lines = planLines(
      care(
        ["patch"],
        [subscriptionTo("old", { status: "cancelled" }), subscriptionTo("vitamin"), subscriptionTo("patch")],
      ),
    );
    expect(lines.map(({ item: { productid } }) => productid)).toEqual(["patch", "vitamin", "old"]);
  });

  test("it is named by the doctor's plan, else by what comes, else by what came", () => {
    expect(planProductNames(care(["patch"], [subscriptionTo("vitamin")]))).toEqual(["PATCH"]);
    const cancelled = subscriptionTo("old", { status: "cancelled" });
    expect(planProductNames(care([], [cancelled, subscriptionTo("vitamin")]))).toEqual(["VITAMIN"]);
    expect(planProductNames(care([], [cancelled]))).toEqual(["OLD"]);
  });
});

describe("the next charge is said once", () => {
  const patch = subscriptionTo("patch", { statustext: "Next charge on February 10, 2027." });
  const charge = aCharge({
    items: [{ prescriptionorderid: "s1", subscriptionid: patch.id, name: "Patch", amount: 84 }],
  });

  test("by the plan: what is charged with it says nothing of it again", () => {
    expect(statusBesideCharge(patch, charge)).toBe("");
  });

  test("and so is the day a failed charge is tried again", () => {
    expect(statusBesideCharge({ ...patch, status: "past_due" }, { ...charge, retry: true })).toBe("");
  });

  test("what is charged on another day, or not, says so", () => {
    expect(statusBesideCharge(patch, aCharge())).toBe("Next charge on February 10, 2027.");
    expect(statusBesideCharge(patch, undefined)).toBe("Next charge on February 10, 2027.");
  });

  test("a payment that failed, a pause, and a medicine that begins later are said beside it", () => {
    for (const change of [{ status: "past_due" }, { status: "paused" }, { startson: "2027-03-01" }] as const)
      expect(statusBesideCharge({ ...patch, ...change }, charge)).not.toBe("");
  });
});

describe("decisions §19 a change of the doctor's, until it has begun", () => {
  const usednow = { ...item("patch"), dosage: "0.05 mg/day" };
  const changed = subscriptionTo("patch", { usednow });
  const lineOf = (...changes: ReturnType<typeof aTreatmentChange>[]) =>
    planLines({ ...care(["patch"], [changed]), changes })[0];
  const of = (more: Parameters<typeof aTreatmentChange>[0]) =>
    aTreatmentChange({ subscriptionid: changed.id, then: "Start it when it comes.", ...more });

  test("what is used today stands with what comes instead", () => {
    expect(lineOf(of({ id: "1" }))).toMatchObject({ usedNow: usednow, change: { id: "1" } });
  });

  test("only the newest of its own counts, and none that has begun", () => {
    expect(lineOf(of({ id: "2", then: null }), of({ id: "1" }))?.change).toBeNull();
    expect(lineOf(of({ id: "1", subscriptionid: "other" }))?.change).toBeNull();
  });
});

test("a plan says since when it has its status", () => {
  const since = "2026-06-03T12:00:00Z";
  const dates = datesIn("America/Chicago");
  expect(planSince({ status: "approved", since }, dates)).toBe("Since June 3, 2026");
  expect(planSince({ status: "none", since }, dates)).toBe("");
  expect(planSince({ status: "approved", since: null }, dates)).toBe("");
});
