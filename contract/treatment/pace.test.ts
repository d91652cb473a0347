import * as fc from "fast-check";
import { expect, test } from "vitest";
import { bridgePaces, daysAtPace, daysOfParts, paces, partsOver, usesMore } from "./pace.ts";

test("decisions §19 a supply of twelve weeks lasts as many days as its pace says", () => {
  expect(paces.map((pace) => [pace, daysAtPace(84, pace)])).toEqual([
    ["label", 84],
    ["three_quarters", 112],
    ["two_thirds", 126],
    ["half", 168],
    ["third", 252],
  ]);
});

test("decisions §19 two at once use a box in half its days; each pace uses more than the ones after it", () => {
  expect([daysAtPace(84, "double"), daysAtPace(29, "double")]).toEqual([42, 14]);
  for (const [index, pace] of bridgePaces.entries())
    for (const [other, than] of bridgePaces.entries()) expect(usesMore(pace, than)).toBe(index < other);
});

test("decisions §19 no pace makes a supply last shorter than its label says, or longer than there is of it", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 400 }), fc.constantFrom(...paces), (days, pace) => {
      const lasts = daysAtPace(days, pace);
      expect(lasts).toBeGreaterThanOrEqual(days);
      const all = partsOver(days, "label");
      expect(partsOver(lasts, pace)).toBeLessThanOrEqual(all);
      expect(partsOver(lasts + 1, pace)).toBeGreaterThan(all);
      expect(daysOfParts(partsOver(days, pace), pace)).toBe(days);
    }),
  );
});
