import { expect, test } from "vitest";
import { aTreatmentChange } from "../testing.ts";
import { afterRefusal, beforeRefusal, productText, reasonToAsk, visibleChanges, whatComes } from "./visible-changes.ts";

test("names a product with its strength, if it has one", () => {
  expect(productText({ name: "Patch", dosage: "0.1 mg" })).toBe("Patch, 0.1 mg");
  expect(productText({ name: "Serum", dosage: "" })).toBe("Serum");
});

test("shows pending changes, changes due with the next charge, and refusals; only the newest of each subscription", () => {
  const of = (id: string, status: "waiting" | "agreed" | "refused", more = {}) =>
    aTreatmentChange({ id, status, ...more });
  const ids = (...changes: ReturnType<typeof aTreatmentChange>[]) => visibleChanges(changes).map(({ id }) => id);
  expect(ids(of("1", "waiting"))).toEqual(["1"]);
  expect(ids(of("1", "agreed", { chargeon: "2027-02-10" }))).toEqual(["1"]);
  expect(ids(of("1", "agreed", { chargeon: null }))).toEqual([]);
  expect(ids(of("1", "agreed", { chargeon: null, then: "Start it when it comes." })), "charged, not begun").toEqual([
    "1",
  ]);
  expect(ids(of("2", "agreed", { chargeon: null }), of("1", "refused"))).toEqual([]);
  expect(ids(of("2", "refused"), of("1", "waiting", { subscriptionid: "other" }))).toEqual(["2", "1"]);
});

test("§9 a medicine that was replaced before anything of it was sent is not said to come", () => {
  const from = { name: "Patch", dosage: "0.1 mg", price: 59, dayssupply: 28 };
  expect(whatComes({ from, fromordered: true })).toBe("What you've already paid for will still come.");
  expect(whatComes({ from, fromordered: false })).toBe("Patch won't be sent, and you won't pay for it.");
  const refused = aTreatmentChange({ from, fromordered: false, until: "stop", status: "refused" });
  for (const text of [afterRefusal(refused), beforeRefusal(refused)]) {
    expect(text).toContain("You won't be charged for either one");
    expect(text, "nothing the patient has was stopped or changed").not.toMatch(/stopped|chang|again/);
  }
});

test("decisions §19 why the patient is asked: it costs more, or it's charged today", () => {
  expect(reasonToAsk({ begins: "now", fromordered: true })).toContain("charge you today");
  expect(reasonToAsk({ begins: "when_box_ends", fromordered: true })).toContain("costs more than before");
  expect(reasonToAsk({ begins: "when_box_ends", fromordered: false })).toContain("what you asked for");
});

test.each([
  ["go_on", "as before", /keep getting/],
  ["directions", "as before", /keep getting/],
  ["stop", "won't be charged for either one", /stopped Patch/],
] as const)(
  "decisions §19 a refusal after %s is said as what it means for what the patient has",
  (until, after, before) => {
    const change = aTreatmentChange({ until, status: "refused", today: "Keep using Patch, 0.05 mg/day as before." });
    expect(afterRefusal(change)).toContain(after);
    expect(beforeRefusal(change)).toMatch(before);
  },
);
