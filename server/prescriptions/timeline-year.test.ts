import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Content } from "#content/loader/load.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { addDays, daysBetween } from "#server/platform/clock/calendar-days.ts";
import { propertyRuns } from "#server/testing/property-runs.ts";
import { type Box, earliestFill, plannedDay, medicineUseSpans } from "./timeline.ts";

let content: Content;
beforeAll(async () => {
  content = await shippedContent();
});

const begin = "2026-01-05";

/** A year of one product: each box is charged on its planned day and takes the next of `delays` days to arrive, two of them at the pharmacy. */
function aYear(days: number, leadDays: number, delays: readonly number[]): { boxes: Box[]; early: string[] } {
  const delayOf = (box: number) => delays[box % delays.length] ?? 0;
  const boxes: Box[] = [];
  const early: string[] = [];
  for (let passed = 0; passed < 366 + days; passed += 1) {
    const today = addDays(begin, passed);
    for (const [index, box] of boxes.entries()) {
      const since = daysBetween(box.orderedOn, today);
      const delay = delayOf(index);
      if (since === Math.min(2, delay)) boxes[index] = { ...boxes[index], ...box, shippedOn: today };
      if (since === delay) boxes[index] = { ...box, shippedOn: boxes[index]?.shippedOn ?? today, deliveredOn: today };
    }
    if (boxes.length > 0 && plannedDay(boxes, leadDays, today) > today) continue;
    if ((earliestFill(boxes, today) ?? today) > today) early.push(today);
    const at = delayOf(boxes.length) === 0 ? today : null;
    boxes.push({ days, orderedOn: today, shippedOn: at, deliveredOn: at });
  }
  return { boxes: boxes.filter(({ deliveredOn }) => deliveredOn !== null), early };
}

/** No day without medicine, no box too early, and charges `days` apart once the first box has arrived. */
function expectSound(days: number, delays: readonly number[]): void {
  const { leaddays } = content.shipping;
  const { boxes, early } = aYear(days, leaddays, delays);
  expect(early, "before 75 % of the last box is used").toEqual([]);
  const spans = medicineUseSpans(boxes, begin);
  for (const [index, { from }] of spans.entries()) {
    if (index > 0) expect(from, "the day the one before is empty").toBe(spans[index - 1]?.until);
    expect(daysBetween(boxes[index]?.deliveredOn ?? "", from)).toBeLessThanOrEqual(leaddays);
  }
  expect(daysBetween(spans[0]?.from ?? "", spans.at(-1)?.until ?? "")).toBeGreaterThanOrEqual(365);
  for (let index = 2; index < boxes.length; index += 1)
    expect(daysBetween(boxes[index - 1]?.orderedOn ?? "", boxes[index]?.orderedOn ?? "")).toBe(days);
}

describe("decisions §9 over a year no day is without medicine and no box comes too early", () => {
  test("every days' supply of the catalogue, every delay up to the lead time", () => {
    const packDays = new Set(
      content.catalogue.products.flatMap(({ pricings }) => pricings.map((each) => each.dayssupply)),
    );
    expect([...packDays].toSorted((one, other) => one - other)).toEqual([28, 30, 84, 90]);
    for (const days of packDays)
      for (let delay = 0; delay <= content.shipping.leaddays; delay += 1) expectSound(days, [delay]);
  });

  test("delays that differ from parcel to parcel", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(28, 30, 84, 90),
        fc.array(fc.nat(content.shipping.leaddays), { minLength: 2, maxLength: 14 }),
        expectSound,
      ),
      propertyRuns<[number, number[]]>(100, 100, [
        [28, [0, 7]],
        [28, [7, 0]],
        [84, [7, 0, 3]],
      ]),
    );
  });
});
