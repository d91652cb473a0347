import { describe, expect, test } from "vitest";
import {
  canAgree,
  type TreatmentChangeFacts,
  treatmentChangeObstacle,
  costsNoMore,
  latestArrival,
  shownDays,
} from "./change-rules.ts";

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

describe("a change can be agreed to", () => {
  const now = new Date("2026-11-28T12:00:00Z");
  const made = (ms: number) => new Date(now.getTime() - shownDays * 86_400_000 - ms);
  const asItWas = { status: "active", product_id: "patch", pricing_id: "patch_1m" } as const;
  const change = {
    status: "refused",
    is_newest: true,
    created_at: made(0),
    from_product_id: "patch",
    from_pricing_id: "patch_1m",
  } as const;

  test.each([
    ["refused, and nothing came between, to the last moment it's shown", {}, {}, true],
    ["refused, a moment too long ago", { created_at: made(1) }, {}, false],
    ["refused, and another one was made since", { is_newest: false }, {}, false],
    ["refused, of a paused subscription", {}, { status: "paused" }, true],
    ["refused, of one that is past due", {}, { status: "past_due" }, true],
    ["refused, of a canceled subscription", {}, { status: "cancelled" }, false],
    ["refused, and the patient gets another medicine", {}, { product_id: "gel" }, false],
    ["refused, and the patient gets another size", {}, { pricing_id: "patch_3m" }, false],
    ["waiting, whatever came between", { status: "waiting", is_newest: false, created_at: made(1) }, {}, true],
    ["agreed to", { status: "agreed" }, {}, false],
    ["withdrawn", { status: "withdrawn" }, {}, false],
  ] as const)("%s: %o %o: %s", (_, of, subscription, can) => {
    expect(canAgree({ ...change, ...of }, { ...asItWas, ...subscription }, now)).toBe(can);
  });
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

describe("decisions §19 how what the patient has is used until then", () => {
  const double = { ...facts, begins: "now", until: "directions", untilPace: "double", mayDouble: true } as const;

  test.each([
    ["two at once that last until the new one is there", {}, null],
    ["until exactly that day", { atHomeUntil: "2026-06-08" }, null],
    ["a day less", { atHomeUntil: "2026-06-07" }, "runs out on"],
    ["nothing at home", { atHomeUntil: null }, "nothing of it at home"],
    ["a medicine of which two are too much", { mayDouble: false }, "more than the strongest"],
    ["until the box ends", { begins: "when_box_ends" }, "so would the next charge come"],
    ["less until the box ends", { begins: "when_box_ends", untilPace: "half" }, null],
    ["less, whatever is at home", { untilPace: "half", atHomeUntil: "2026-06-02" }, null],
    [
      "more than now, though less than the label",
      { untilPace: "half", presentPace: "third", atHomeUntil: "2026-06-02" },
      "runs out on",
    ],
  ] as const)("%s", (_, more, message) => {
    const obstacle = treatmentChangeObstacle({ ...double, ...more });
    if (message === null) expect(obstacle).toBeNull();
    else expect(obstacle).toContain(message);
  });

  test.each([
    ["now", null, "2026-06-08"],
    ["on_day", "2026-06-20", "2026-06-20"],
    ["on_day", "2026-06-05", "2026-06-08"],
  ] as const)("agreed to today, one that begins %s (%s) is there by %s", (begins, beginsOn, day) =>
    expect(latestArrival({ begins, beginsOn }, 7, "2026-06-01")).toBe(day),
  );
});
