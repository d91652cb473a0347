import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import { medicineInUse } from "./medicine-in-use.ts";
import type { PrescribedItem } from "./prescriptions.ts";
import { type Box, daysOnHand, earliestFill, emptyOn, medicineUseSpans } from "./timeline.ts";

const today = "2026-06-01";
const box = (arrived: number, days: number, more: Partial<Box> = {}): Box => ({
  ...{ days, orderedOn: addDays(today, arrived - 3), shippedOn: addDays(today, arrived - 2) },
  deliveredOn: addDays(today, arrived),
  ...more,
});
const before = { prescriptionId: "rx-old", productId: "weak", directions: "Half of it.", onHold: false };
const changed: PrescribedItem = {
  ...{
    prescriptionId: "rx-new",
    directions: "One.",
    refillsLeft: 3,
    daysSupply: 28,
    onHold: false,
    waits: false,
    renewalRequested: false,
  },
  replaces: [before],
};
const usedOn = (boxes: Readonly<Record<string, readonly Box[]>>, day: number, item = changed) =>
  medicineInUse("strong", item, new Map(Object.entries(boxes)), addDays(today, day));

test("decisions §19 what the patient has is used until the new box comes, or the old one ends, by its own words", () => {
  const weak = [box(0, 28)];
  const unrested = { ...before, restsUntil: null };
  expect(usedOn({ weak }, 10)).toEqual(unrested);
  expect(usedOn({ weak, strong: [box(20, 28)] }, 27), "the box ends first").toEqual(unrested);
  expect(usedOn({ weak, strong: [box(20, 28)] }, 28)).toMatchObject({ prescriptionId: "rx-new", directions: "One." });
  const now = [box(12, 28, { beginsOnArrival: true })];
  expect(usedOn({ weak, strong: now }, 11)).toEqual(unrested);
  expect(usedOn({ weak, strong: now }, 12)).toMatchObject({ productId: "strong" });
  expect(usedOn({ weak }, 28), "nothing is at home").toBeNull();
});

test("decisions §19 on a break nothing of it is used, from its first day until the day before it's used again", () => {
  const rests = [
    { from: addDays(today, 5), until: addDays(today, 12) },
    { from: addDays(today, 20), until: addDays(today, 21) },
  ];
  const weak = [box(0, 28, { rests })];
  const until = (day: number) => usedOn({ weak, strong: [box(1, 28)] }, day)?.restsUntil;
  expect([4, 5, 11, 12, 19, 20, 21].map(until)).toEqual([
    ...[null, addDays(today, 12), addDays(today, 12), null, null, addDays(today, 21), null],
  ]);
});

test("decisions §19 what was stopped isn't used, though it is at home", () => {
  const { replaces: _, ...stopped } = changed;
  expect(usedOn({ weak: [box(0, 28)] }, 5, stopped)).toBeNull();
});

test("decisions §19 over any change, supply and delay: each day one strength at most, and none only when nothing is at home", () => {
  const change = fc.record({
    days: fc.constantFrom(28, 30, 84, 90),
    newDays: fc.constantFrom(28, 30, 84, 90),
    arrives: fc.integer({ min: 1, max: 120 }),
    beginsOnArrival: fc.boolean(),
    on: fc.option(fc.integer({ min: -20, max: 40 })),
    refill: fc.option(fc.integer({ min: 0, max: 40 })),
  });
  fc.assert(
    fc.property(change, ({ days, newDays, arrives: arrival, beginsOnArrival, on, refill }) => {
      const weak = [box(0, days)];
      const beginsOn = on === null ? null : addDays(today, arrival + on);
      const first = box(arrival, newDays, { beginsOnArrival, beginsOn });
      // One that comes in time for a day begins on that day.
      const arrives = beginsOnArrival && on !== null ? Math.max(arrival, arrival + on) : arrival;
      const strong = refill === null ? [first] : [first, box(arrival + refill + 3, newDays)];
      const used = Array.from({ length: 300 }, (_, day) => usedOn({ weak, strong }, day)?.productId ?? null);
      for (const [day, product] of used.entries()) {
        if (product === "strong")
          expect(day).toBeGreaterThanOrEqual(beginsOnArrival ? arrives : Math.max(arrives, days));
        // What a box that begins on arrival replaces isn't gone back to.
        const lasts = beginsOnArrival ? Math.min(days, arrives) : days;
        if (product === null) expect([day, day < lasts, day === arrives]).toEqual([day, false, false]);
        // Once the new one has begun there's no way back.
        if (product === "weak") expect(used.slice(0, day)).not.toContain("strong");
      }
    }),
  );
});

test("decisions §19 a box that begins on arrival ends those before it: supply, charge and next fill follow it alone", () => {
  const old = box(0, 84);
  const begun = box(20, 84, { beginsOnArrival: true });
  const at = addDays(today, 20);
  expect(medicineUseSpans([begun, old], at)).toEqual([
    { from: today, until: at },
    { from: at, until: addDays(at, 84) },
  ]);
  const unbegun = box(2, 84);
  expect(medicineUseSpans([begun, unbegun, old], at)).toEqual(medicineUseSpans([begun, old], at));
  expect(emptyOn([old, begun], at)).toBe(addDays(at, 84));
  expect(daysOnHand([old, begun], at)).toBe(84);
  expect(earliestFill([old, begun], at)).toBe(addDays(at, 63));
});

test("decisions §19 an old box that arrives after the one that replaces it is never begun; a later one is", () => {
  const begun = box(20, 28, { beginsOnArrival: true });
  const late = box(22, 28, { orderedOn: addDays(today, 10) });
  const refill = box(40, 28);
  expect(medicineUseSpans([late, begun, refill], addDays(today, 45))).toHaveLength(2);
  expect(emptyOn([late, begun, refill], addDays(today, 45))).toBe(addDays(today, 20 + 56));
});

test("decisions §19 what begins on a day waits at home until then; what the old one's last box brings meanwhile is used", () => {
  const begun = box(10, 28, { beginsOnArrival: true, beginsOn: addDays(today, 25) });
  const meanwhile = box(14, 28, { orderedOn: addDays(today, 5) });
  const at = addDays(today, 20);
  expect(medicineUseSpans([box(0, 12), meanwhile, begun], at)).toEqual([
    { from: today, until: addDays(today, 12) },
    { from: addDays(today, 14), until: addDays(today, 25) },
    { from: addDays(today, 25), until: addDays(today, 53) },
  ]);
});

test("decisions §19 changed again before its day, a box that waits for that day is never begun", () => {
  const waits = box(10, 28, { beginsOnArrival: true, beginsOn: addDays(today, 25) });
  const now = box(15, 28, { beginsOnArrival: true });
  expect(medicineUseSpans([box(0, 28), waits, now], addDays(today, 20))).toEqual([
    { from: today, until: addDays(today, 15) },
    { from: addDays(today, 15), until: addDays(today, 43) },
  ]);
});
