import { expect, test } from "vitest";
import { type TreatmentChangeFacts, treatmentChangeObstacle, costsNoMore } from "./change-rules.ts";

test.each([
  ["the same", [5900, 28], [5900, 28], true],
  ["cheaper", [6200, 28], [5900, 28], true],
  ["dearer", [5900, 28], [6200, 28], false],
  ["more at once, less a day", [5900, 28], [15900, 84], false],
  ["less at once, more a day", [15900, 84], [5900, 28], false],
  ["less at once and a day", [15900, 84], [2900, 28], true],
  ["the same for fewer days", [2900, 30], [2900, 28], false],
] as const)("a treatment change needs no consent only when it costs no more: %s", (_, before, after, expected) => {
  const charge = ([cents, days]: readonly [number, number]) => ({ cents, days });
  expect(costsNoMore(charge(before), charge(after))).toBe(expected);
});

const facts: TreatmentChangeFacts = {
  rests: false,
  ...{ untilPace: null, presentPace: "label", mayDouble: false },
  subscription: "active",
  approved: true,
  prescription: true,
  isUnchanged: false,
  alreadyTaken: false,
  begins: "when_box_ends",
  ...{ beginsOn: null, until: "go_on", emptyOn: "2026-06-29", atHomeUntil: "2026-06-29", arrivesBy: "2026-06-08" },
  atPharmacy: false,
};

test.each(["active", "paused", "past_due"])("a subscription that is %s can be changed", (subscription) =>
  expect(treatmentChangeObstacle({ ...facts, subscription })).toBeNull(),
);

test.each([
  ["a plan that is not approved", { approved: false }, "isn't approved"],
  ["one that has not begun", { subscription: "pending" }, "isn't paid yet"],
  ["a cancelled one", { subscription: "cancelled" }, "canceled"],
  ["what needs no prescription", { prescription: false }, "doesn't need a prescription"],
  ["what the patient gets already", { isUnchanged: true }, "already gets this"],
  [
    "a day after the last one of what they have",
    { begins: "on_day", beginsOn: "2026-06-30" },
    "lasts until Monday, June 29",
  ],
  ["on a day, while it is paused", { begins: "on_day", beginsOn: "2026-06-20", subscription: "paused" }, "is paused"],
  ["now, with a box still to come", { begins: "now", atPharmacy: true }, "hasn't left the pharmacy"],
  ["now, while it is paused", { begins: "now", subscription: "paused" }, "is paused"],
  ["what another subscription ships, or an upsell in review", { alreadyTaken: true }, "or added it and is waiting"],
] as const)("refused with a sentence: %s", (_, change, text) =>
  expect(treatmentChangeObstacle({ ...facts, ...change })).toContain(text),
);

test("what waits at the pharmacy, or is paused, stands only in the way of a change that begins now", () => {
  for (const begins of ["now", "when_box_ends"] as const) {
    const isNow = begins === "now";
    expect(treatmentChangeObstacle({ ...facts, begins, atPharmacy: true }) !== null).toBe(isNow);
    expect(treatmentChangeObstacle({ ...facts, begins, subscription: "paused" }) !== null).toBe(isNow);
    expect(treatmentChangeObstacle({ ...facts, begins })).toBeNull();
  }
});
