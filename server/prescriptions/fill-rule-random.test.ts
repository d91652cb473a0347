import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import {
  companionToleranceDays,
  type FillFacts,
  fillObstacles,
  type Medicine,
  type Prescription,
  type RequestedFill,
} from "./fill-rule.ts";
import { type Box, daysOnHand } from "./timeline.ts";

const medicine = (productid: string, ...categories: string[]): Medicine => ({
  ...{ productid, family: productid, name: productid, categories },
  pricings: [{ dayssupply: 28 }, { dayssupply: 84 }],
});
const medicines = [
  medicine("patch", "systemic_estrogen"),
  medicine("tablet", "systemic_estrogen"),
  medicine("capsule", "progestogen"),
];
const companions = [{ ifcategory: "systemic_estrogen", require: "progestogen", ordering: "{{name}}" }];

const requestedLine = fc.record({
  productId: fc.constantFrom("patch", "tablet", "capsule"),
  quantity: fc.constantFrom(1, 1, 1, 2, 3, 12),
  packDays: fc.constantFrom(28, 28, 84),
});
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("days" as const), count: fc.integer({ min: 1, max: 40 }) }) },
  { weight: 2, arbitrary: fc.constant({ do: "ship" as const }) },
  { weight: 2, arbitrary: fc.constant({ do: "arrive" as const }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("order" as const),
      asked: fc.array(requestedLine, { minLength: 1, maxLength: 4 }),
    }),
  },
);

test("decisions §9 for any sequence of requests: at most a fill and an early one on hand, covered, and no fill that was not prescribed", () => {
  fc.assert(
    fc.property(fc.constantFrom(28, 84), fc.array(step, { maxLength: 40 }), (daysSupply, history) => {
      let today = "2026-01-01";
      const boxes = new Map<string, Box[]>();
      const left = new Map([
        ["patch", 3],
        ["tablet", 3],
        ["capsule", 4],
      ]);
      const allBoxes = (...products: string[]) => products.flatMap((id) => boxes.get(id) ?? []);
      const onHand = (...products: string[]) => daysOnHand(allBoxes(...products), today);
      const eachBox = (change: (box: Box) => Box) => {
        for (const [id, own] of boxes) boxes.set(id, own.map(change));
      };
      for (const next of history) {
        if (next.do === "days") today = addDays(today, next.count);
        // The recorded arrival is never before the real one, so nothing is on hand that the rule does not know of.
        else if (next.do === "ship") eachBox((box) => ({ ...box, shippedOn: box.shippedOn ?? today }));
        else if (next.do === "arrive")
          eachBox((box) => (box.shippedOn === today ? { ...box, deliveredOn: today } : box));
        else {
          const requested: RequestedFill[] = next.asked.map((line) => ({
            ...line,
            consumesFill: true,
            followingFills: 0,
            boughtSeparately: true,
          }));
          const prescriptions = new Map(
            [...left].map(([id, refillsLeft]): [string, Prescription] => [
              id,
              { refillsLeft, onHold: false, waits: false, daysSupply },
            ]),
          );
          const facts: FillFacts = {
            today,
            medicines,
            prescriptions,
            boxes,
            upcomingFills: [],
            orderableFrom: new Map(),
            subscribed: [],
            companions,
            earlyFills: new Set(),
          };
          if (fillObstacles(facts, requested).length > 0) continue;
          for (const { productId, quantity, packDays } of requested) {
            left.set(productId, (left.get(productId) ?? 0) - 1);
            const box = { days: quantity * packDays, orderedOn: today, shippedOn: null, deliveredOn: null };
            boxes.set(productId, [...(boxes.get(productId) ?? []), box]);
          }
          if (requested.some(({ productId }) => productId !== "capsule"))
            expect(onHand("capsule") + companionToleranceDays).toBeGreaterThanOrEqual(onHand("patch", "tablet"));
        }
        for (const hormone of [["patch", "tablet"], ["capsule"]])
          expect(onHand(...hormone)).toBeLessThanOrEqual(daysSupply + daysSupply / 4);
        for (const refills of left.values()) expect(refills).toBeGreaterThanOrEqual(0);
      }
    }),
    { numRuns: 2000 },
  );
});
