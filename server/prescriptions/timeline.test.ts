import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { paces as allPaces } from "#contract/treatment/pace.ts";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import {
  type Box,
  boxInUse,
  chargeDay,
  daysOnHand,
  earliestFill,
  emptyOn,
  isOnHand,
  medicineUseSpans,
  plannedDay,
} from "./timeline.ts";

const arrived = (deliveredOn: string, days = 28): Box => ({
  days,
  orderedOn: deliveredOn,
  shippedOn: deliveredOn,
  deliveredOn,
});
const lead = 7;

describe("decisions §19 a break from a medicine", () => {
  const box = (...rests: (readonly [string, string])[]): Box => ({
    ...arrived("2026-05-01"),
    rests: rests.map(([from, until]) => ({ from, until })),
  });
  test.each([
    ["in the middle of the box", [box(["2026-05-10", "2026-05-20"])], ["2026-06-08", "2026-06-01", "2026-06-01", 28]],
    [
      "until its first day: none of it",
      [box(["2026-04-10", "2026-05-01"])],
      ["2026-05-29", "2026-05-22", "2026-05-22", 28],
    ],
    [
      "from before the box: used later",
      [box(["2026-04-20", "2026-05-04"])],
      ["2026-06-01", "2026-05-25", "2026-05-25", 28],
    ],
    [
      "on the day it's empty: none of it",
      [box(["2026-05-29", "2026-06-20"])],
      ["2026-05-29", "2026-05-22", "2026-05-22", 28],
    ],
    ["on its last day", [box(["2026-05-28", "2026-06-20"])], ["2026-06-21", "2026-06-14", "2026-05-22", 28]],
    [
      "twice",
      [box(["2026-05-10", "2026-05-12"], ["2026-05-20", "2026-05-23"])],
      ["2026-06-03", "2026-05-27", "2026-05-27", 28],
    ],
  ])(
    "%s: the next box is charged as much later, and 75 % is of days of use",
    (_, boxes, [empty, charge, earliest, left]) => {
      expect([
        emptyOn(boxes, "2026-05-01"),
        chargeDay(boxes, lead, "2026-05-01"),
        earliestFill(boxes, "2026-05-01"),
        daysOnHand(boxes, "2026-05-01"),
      ]).toEqual([empty, charge, earliest, left]);
    },
  );

  test("what is on hand counts the days of use that are left", () => {
    const boxes = [box(["2026-05-10", "2026-05-20"])];
    expect(["2026-05-09", "2026-05-15", "2026-05-21"].map((day) => daysOnHand(boxes, day))).toEqual([20, 19, 18]);
  });
});

describe("decisions §9 the first box is used from its delivery", () => {
  test.each([
    ["delivered", { shippedOn: "2026-05-02", deliveredOn: "2026-05-05" }, "2026-05-05"],
    ["shipped, arrival unknown: from its shipping", { shippedOn: "2026-05-02", deliveredOn: null }, "2026-05-02"],
    ["at the pharmacy: from today at the earliest", { shippedOn: null, deliveredOn: null }, "2026-05-09"],
  ])("%s", (_, known, from) => {
    const box = { days: 28, orderedOn: "2026-05-01", ...known };
    expect(medicineUseSpans([box], "2026-05-09")).toEqual([{ from, until: addDays(from, 28) }]);
  });
});

test("decisions §19 two changes of one day that arrive together: the later one is in use, however they're listed", () => {
  const changed = (hour: number) => ({
    ...{ days: 28, orderedOn: "2026-05-01", shippedOn: "2026-05-02", deliveredOn: "2026-05-03", beginsOnArrival: true },
    orderedAt: new Date(Date.UTC(2026, 4, 1, hour)),
  });
  const [earlier, later] = [changed(15), changed(18)];
  for (const boxes of [
    [earlier, later],
    [later, earlier],
  ])
    expect(boxInUse(boxes, "2026-05-10")).toBe(later);
});

describe("decisions §9 boxes are used one after the other", () => {
  test("one that arrives early is used once the one before is empty", () => {
    expect(medicineUseSpans([arrived("2026-05-22"), arrived("2026-05-01")], "2026-05-22")).toEqual([
      { from: "2026-05-01", until: "2026-05-29" },
      { from: "2026-05-29", until: "2026-06-26" },
    ]);
  });
  test("one that arrives after a gap is used from its arrival", () => {
    expect(emptyOn([arrived("2026-05-01"), arrived("2026-08-01")], "2026-08-01")).toBe("2026-08-29");
  });
});

describe("decisions §19 what was lost or damaged is used no more", () => {
  const lost = (box: Box, goneOn: string): Box => ({ ...box, goneOn });
  test("from that day; the next one from its arrival, however much was left", () => {
    const boxes = [lost(arrived("2026-05-01"), "2026-05-08"), arrived("2026-05-12")];
    expect(["2026-05-07", "2026-05-08", "2026-05-11", "2026-05-12"].filter((day) => isOnHand(boxes, day))).toEqual([
      "2026-05-07",
      "2026-05-12",
    ]);
    expect([emptyOn(boxes, "2026-05-12"), daysOnHand(boxes, "2026-05-12")]).toEqual(["2026-06-09", 28]);
    expect([earliestFill(boxes, "2026-05-12"), chargeDay(boxes, lead, "2026-05-12")]).toEqual([
      "2026-06-02",
      "2026-06-02",
    ]);
  });
  test("with one that hadn't been begun; one used up before is none of it", () => {
    const boxes = [
      arrived("2026-03-01"),
      lost(arrived("2026-05-01"), "2026-05-08"),
      lost(arrived("2026-05-02"), "2026-05-08"),
    ];
    expect(medicineUseSpans(boxes, "2026-05-08")).toEqual([
      { from: "2026-03-01", until: "2026-03-29" },
      { from: "2026-05-01", until: "2026-05-08" },
    ]);
    expect(emptyOn([lost(arrived("2026-03-01"), "2026-05-08")], "2026-05-08")).toBe("2026-03-29");
  });
});

test("decisions §9 a medicine is on hand from the day its box arrives until the last of its days, gaps apart; what is in transit is not", () => {
  const boxes = [
    arrived("2026-05-01"),
    arrived("2026-06-10"),
    { days: 28, orderedOn: "2026-07-01", shippedOn: "2026-07-02", deliveredOn: null },
  ];
  const days = ["2026-04-30", "2026-05-01", "2026-05-28", "2026-05-29", "2026-06-10", "2026-07-07", "2026-07-08"];
  expect(days.filter((day) => isOnHand(boxes, day))).toEqual(["2026-05-01", "2026-05-28", "2026-06-10", "2026-07-07"]);
});

test("decisions §9 days on hand count what is left and what is in transit", () => {
  const boxes = [arrived("2026-05-01"), { days: 28, orderedOn: "2026-05-22", shippedOn: null, deliveredOn: null }];
  expect(daysOnHand([], "2026-05-01")).toBe(0);
  expect(daysOnHand(boxes, "2026-05-22")).toBe(7 + 28);
  expect(daysOnHand([arrived("2026-05-01")], "2026-05-29")).toBe(0);
});

describe("decisions §9 the next fill is possible when 75 % of the newest box is used", () => {
  test.each([
    [28, "2026-05-22"],
    [30, "2026-05-24"],
    [84, "2026-07-03"],
    [90, "2026-07-08"],
  ])("of %i days on %s", (days, from) => {
    expect(earliestFill([arrived("2026-05-01", days)], "2026-05-01")).toBe(from);
  });
  test("an unopened box at home postpones it by all of its days", () => {
    expect(earliestFill([arrived("2026-05-01"), arrived("2026-05-22")], "2026-05-22")).toBe("2026-06-19");
  });
});

describe("decisions §9 a box is charged early enough to arrive before the last day", () => {
  test("by its lead time before the last one is empty", () => {
    expect(chargeDay([arrived("2026-05-01")], lead, "2026-05-01")).toBe("2026-05-22");
  });
  test("at once where that day has passed", () => {
    expect(chargeDay([arrived("2026-05-01")], lead, "2026-06-30")).toBe("2026-06-30");
  });
  test.each([28, 30, 84, 90])("every %i days, however long each parcel takes within the lead time", (days) => {
    for (let delay = 0; delay <= lead; delay += 1) {
      const boxes: Box[] = [arrived("2026-05-01", days)];
      let charged = chargeDay(boxes, lead, "2026-05-01");
      for (let period = 0; period < 12; period += 1) {
        const delivered = addDays(charged, (delay + period) % (lead + 1));
        boxes.push({ days, orderedOn: charged, shippedOn: charged, deliveredOn: delivered });
        const next = chargeDay(boxes, lead, charged);
        expect(next).toBe(addDays(charged, days));
        charged = next;
      }
    }
  });
});

describe("decisions §19 half as often lasts twice as long", () => {
  const used = (paces: NonNullable<Box["paces"]>, ...days: string[]) =>
    medicineUseSpans(
      days.map((day) => ({ ...arrived(day), paces })),
      "2026-05-01",
    ).map(({ until }) => until);

  test.each([
    ["label", "2026-05-29"],
    ["three_quarters", "2026-06-07"],
    ["two_thirds", "2026-06-12"],
    ["half", "2026-06-26"],
    ["third", "2026-07-24"],
  ] as const)("%s, from before the box", (pace, until) => {
    expect(used([{ from: "2026-04-01", pace }], "2026-05-01")).toEqual([until]);
  });

  test.each([
    ["what is left of the box in use lasts longer", [{ from: "2026-05-15", pace: "half" }], "2026-06-12"],
    ["on the box's first day: all of it", [{ from: "2026-05-01", pace: "half" }], "2026-06-26"],
    ["on the day it's empty: nothing of it", [{ from: "2026-05-29", pace: "half" }], "2026-05-29"],
    [
      "back to the label: only the days between were slower",
      [
        { from: "2026-05-08", pace: "half" },
        { from: "2026-05-22", pace: "label" },
      ],
      "2026-06-05",
    ],
    [
      "two changes on one day: the later one",
      [
        { from: "2026-05-15", pace: "third" },
        { from: "2026-05-15", pace: "half" },
      ],
      "2026-06-12",
    ],
    [
      "two changes before the box: the later one",
      [
        { from: "2026-03-15", pace: "third" },
        { from: "2026-04-15", pace: "half" },
      ],
      "2026-06-26",
    ],
  ] as const)("%s", (_, paces, until) => {
    expect(used(paces, "2026-05-01")).toEqual([until]);
  });

  test("for 10,000 random titrations the boxes last as long as counting each day's use says", () => {
    const start = "2026-01-01";
    const change = fc.record({ at: fc.integer({ min: -30, max: 200 }), pace: fc.constantFrom(...allPaces) });
    const share = { label: 12, three_quarters: 9, two_thirds: 8, half: 6, third: 4 };
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 5 }),
        fc.array(fc.record({ at: fc.integer({ min: 0, max: 90 }), days: fc.constantFrom(28, 56, 84) }), {
          ...{ minLength: 1, maxLength: 3 },
        }),
        (changes, sizes) => {
          const ordered = changes.toSorted((one, other) => one.at - other.at);
          const paces = ordered.map(({ at, pace }) => ({ from: addDays(start, at), pace }));
          const boxes = sizes.toSorted((one, other) => one.at - other.at || one.days - other.days);
          // Day by day: each takes its share of the box in use, or of the next one that has arrived.
          const ends: string[] = [];
          let day = 0;
          for (const { at, days } of boxes) {
            day = Math.max(day, at);
            for (let left = days * 12; ; day += 1) {
              const used = share[ordered.findLast((each) => each.at <= day)?.pace ?? "label"];
              if (left < used) break;
              left -= used;
            }
            ends.push(addDays(start, day));
          }
          const sent = boxes.map(({ at, days }) => ({ ...arrived(addDays(start, at), days), paces }));
          expect(medicineUseSpans(sent, start).map(({ until }) => until)).toEqual(ends);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test("for 5,000 random titrations with breaks as well", () => {
    const start = "2026-01-01";
    const change = fc.record({ at: fc.integer({ min: -30, max: 200 }), pace: fc.constantFrom(...allPaces) });
    const gap = fc.record({ after: fc.integer({ min: 0, max: 60 }), days: fc.integer({ min: 1, max: 40 }) });
    const share = { label: 12, three_quarters: 9, two_thirds: 8, half: 6, third: 4 };
    fc.assert(
      fc.property(
        fc.array(change, { maxLength: 3 }),
        fc.array(gap, { minLength: 1, maxLength: 3 }),
        fc.integer({ min: -20, max: 20 }),
        fc.array(fc.record({ at: fc.integer({ min: 0, max: 90 }), days: fc.constantFrom(28, 56, 84) }), {
          ...{ minLength: 1, maxLength: 3 },
        }),
        (changes, gaps, first, sizes) => {
          const ordered = changes.toSorted((one, other) => one.at - other.at);
          const paces = ordered.map(({ at, pace }) => ({ from: addDays(start, at), pace }));
          const breaks: { from: number; until: number }[] = [];
          for (const { after, days } of gaps) {
            const from = (breaks.at(-1)?.until ?? first) + after;
            breaks.push({ from, until: from + days });
          }
          const isBreak = (day: number) => breaks.some(({ from, until }) => from <= day && day < until);
          const boxes = sizes.toSorted((one, other) => one.at - other.at || one.days - other.days);
          const ends: string[] = [];
          let used = 0;
          let day = 0;
          for (const { at, days } of boxes) {
            day = Math.max(day, at);
            for (let left = days * 12; ; day += 1) {
              const parts = share[ordered.findLast((each) => each.at <= day)?.pace ?? "label"];
              if (left < parts) break;
              if (isBreak(day)) continue;
              left -= parts;
              used += 1;
            }
            ends.push(addDays(start, day));
          }
          const rests = breaks.map(({ from, until }) => ({ from: addDays(start, from), until: addDays(start, until) }));
          const sent = boxes.map(({ at, days }) => ({ ...arrived(addDays(start, at), days), paces, rests }));
          expect(medicineUseSpans(sent, start).map(({ until }) => until)).toEqual(ends);
          expect(daysOnHand(sent, start)).toBe(used);
        },
      ),
      { numRuns: 5000 },
    );
  });

  test("the boxes after it follow, and the next one may be ordered, and is charged, as much later", () => {
    const paces = [{ from: "2026-05-15", pace: "half" }] as const;
    expect(used(paces, "2026-05-01", "2026-05-20")).toEqual(["2026-06-12", "2026-08-07"]);
    const boxes = [{ ...arrived("2026-05-01"), paces }];
    expect([
      daysOnHand(boxes, "2026-05-15"),
      earliestFill(boxes, "2026-05-15"),
      chargeDay(boxes, lead, "2026-05-15"),
    ]).toEqual([28, "2026-06-02", "2026-06-05"]);
  });
});

test("the next charge is planned as if what waits at the pharmacy had come when it was ordered, and stays planned for that day", () => {
  const waits = { ...arrived("2026-05-01"), shippedOn: null, deliveredOn: null };
  const sent = { ...waits, shippedOn: "2026-05-04" };
  for (const today of ["2026-05-01", "2026-05-11"]) {
    expect([plannedDay([waits], lead, today), chargeDay([waits], lead, today)], today).toEqual([
      "2026-05-22",
      today === "2026-05-01" ? "2026-05-22" : "2026-06-01",
    ]);
    expect(plannedDay([sent], lead, today)).toBe("2026-05-25");
  }
});
