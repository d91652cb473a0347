import fc from "fast-check";
import { addDays } from "#server/platform/clock/calendar-days.ts";
import {
  companionObstacles,
  earliestFillOf,
  type FillFacts,
  type FillObstacle,
  fillObstacles,
  type RequestedFill,
  type UpcomingFill,
} from "#server/prescriptions/fill-rule.ts";
import { fillFacts } from "#server/prescriptions/load-fill-facts.ts";
import { type CheckedRule, rule } from "./check-rule.ts";
import { anyBoxes, day, usedUpBox } from "./medicine-rules.ts";
import { content, prescribedItem, products, today } from "./treatment-world.ts";

const [patch, capsule, tablet, otherCapsule] = products;
const cream = "tretinoin_cream_0_025";
const prescriptionStates = ["active", "active", "on_hold", "waits"] as const;

/** What the fill rule decides on: two medicines that belong together, one of another kind, and of each what is at home and planned. */
const fillCases = fc
  .record({
    boxes: fc.tuple(anyBoxes, anyBoxes, anyBoxes),
    has: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    prescribed: fc.array(fc.record({ state: fc.constantFrom(...prescriptionStates), refills: fc.nat(3) }), {
      ...{ minLength: 3, maxLength: 3 },
    }),
    upcoming: fc.array(
      fc.record({
        productId: fc.constantFrom(patch, capsule),
        chargeOn: day(-2, 60),
        days: fc.constantFrom(0, 28, 84),
      }),
      { maxLength: 2 },
    ),
    requested: fc.subarray([patch, capsule, cream], { minLength: 1 }),
    quantity: fc.constantFrom(1, 1, 3),
    boughtSeparately: fc.boolean(),
    subscribed: fc.subarray([patch, cream]),
    early: fc.subarray([patch, capsule]),
  })
  .map(({ boxes, has, prescribed, upcoming, requested, quantity, boughtSeparately, subscribed, early }) => {
    const ids = [patch, capsule, cream] as const;
    const items = new Map(
      ids.map((id, index) => [id as string, prescribedItem(id, prescribed[index]!.state, prescribed[index]!.refills)]),
    );
    return {
      prescriptions: items as FillFacts["prescriptions"],
      boxes: new Map(ids.flatMap((id, index) => (has[index]! ? [[id as string, boxes[index]!] as const] : []))),
      upcomingFills: upcoming as readonly UpcomingFill[],
      orderableFrom: new Map<string, string | null>(ids.map((id) => [id, null])),
      subscribed: subscribed as readonly string[],
      earlyFills: new Set(early) as ReadonlySet<string>,
      medicines: content.catalogue.products as FillFacts["medicines"],
      requested: requested.map((productId): RequestedFill => ({
        ...{ productId, quantity, packDays: 28, consumesFill: true, followingFills: 0, boughtSeparately },
      })) as readonly RequestedFill[],
    };
  });
type FillCase = typeof fillCases extends fc.Arbitrary<infer C> ? C : never;

const factsOf = (facts: FillCase): FillFacts => ({
  ...facts,
  ...{ today, companions: content.requirements },
});

/** For each requested product why it can't be filled, or null. */
const byProduct = (requested: readonly RequestedFill[], obstacles: readonly FillObstacle[]) =>
  new Map(
    requested.map(({ productId }, at) => {
      const { index: _, ...obstacle } = obstacles.find(({ index }) => index === at) ?? { index: at, kind: null };
      return [productId, obstacle];
    }),
  );

const ofFills = (ask: (facts: FillFacts, requested: readonly RequestedFill[]) => readonly FillObstacle[]) =>
  rule({
    ...{ cases: fillCases, runs: 150 },
    ask: (given: FillCase) => byProduct(given.requested, ask(factsOf(given), given.requested)),
    anyOrder: {
      ...{
        prescriptions: true,
        boxes: true,
        upcomingFills: true,
        orderableFrom: true,
        subscribed: true,
        earlyFills: true,
      },
      ...{ medicines: true, requested: true },
    },
    nothing: {
      "a progestogen on hold, at home": ({ requested }): Partial<FillCase> => {
        // Of a progestogen it would be more of the same.
        if (requested.some(({ productId }) => productId === capsule)) return {};
        return {
          prescriptions: new Map([[otherCapsule, prescribedItem(otherCapsule, "on_hold", 3)]]),
          boxes: new Map([[otherCapsule, [{ ...usedUpBox, deliveredOn: today, shippedOn: today, orderedOn: today }]]]),
        };
      },
      "a medicine used up": (): Partial<FillCase> => ({ boxes: new Map([["minoxidil_serum", [usedUpBox]]]) }),
      "an upcoming fill of something else": (): Partial<FillCase> => ({
        upcomingFills: [{ productId: "minoxidil_serum", chargeOn: today, days: 84 }],
      }),
      "an upcoming progestogen that comes too late": (): Partial<FillCase> => ({
        upcomingFills: [{ productId: otherCapsule, chargeOn: addDays(today, 800), days: 84 }],
      }),
    },
  });

const subscribedRow = (productId: string, more: object = {}) => ({
  ...{ product_id: productId, status: "active" as const, discontinued_on: null, orderable_from: null },
  ...{ held_back_from: null, failed_on: null, charge_on: addDays(today, 10), reminded_on: null, ...more },
});
type SubscribedRow = Parameters<typeof fillFacts>[2]["subscriptions"][number];

export const fillRules = {
  "prescriptions/fill-rule#companionObstacles": ofFills(companionObstacles),
  "prescriptions/fill-rule#earliestFillOf": rule({
    cases: fillCases,
    ask: (given) => earliestFillOf(factsOf(given), patch),
    anyOrder: { boxes: true, medicines: true },
    nothing: {
      "a medicine of another kind": ({ boxes }): Partial<FillCase> => ({
        boxes: new Map([...boxes, ["minoxidil_serum", [usedUpBox]]]),
      }),
    },
  }),
  "prescriptions/fill-rule#fillObstacles": ofFills(fillObstacles),
  "prescriptions/fill-rule#isSameMedicine": "Of two medicines, each with its own categories: nothing to put in order.",
  "prescriptions/load-fill-facts#fillFacts": rule({
    cases: fc.record({
      subscriptions: fc
        .tuple(fc.boolean(), fc.boolean(), fc.boolean())
        .map(([failed, heldBack, discontinued]): readonly SubscribedRow[] => [
          subscribedRow(patch, { failed_on: failed ? today : null }),
          subscribedRow(capsule, { held_back_from: heldBack ? today : null }),
          subscribedRow(tablet, { discontinued_on: discontinued ? today : null, status: "paused" }),
        ]),
      prescribed: fc
        .subarray([patch, capsule, tablet])
        .map((ids) => new Map(ids.map((id) => [id as string, prescribedItem(id, "active", 2)]))),
    }),
    ask: ({ subscriptions, prescribed }) => {
      const facts = fillFacts(content, today, {
        ...{ subscriptions, prescriptions: prescribed, boxes: new Map(), companions: [], careEndsOn: null },
      });
      return new Map<string, unknown>([
        ["upcoming", facts.upcomingFills],
        ...[patch, capsule, tablet].map((id) => [id, facts.subscribed.includes(id)] as const),
      ]);
    },
    anyOrder: { subscriptions: true, prescribed: true },
    nothing: {
      "a cancelled subscription": () => ({ subscriptions: [subscribedRow(cream, { status: "cancelled" })] }),
      "a subscription on hold": () => ({
        subscriptions: [subscribedRow(otherCapsule)],
        prescribed: new Map([[otherCapsule, prescribedItem(otherCapsule, "on_hold", 2)]]),
      }),
      "a paused subscription": () => ({
        subscriptions: [subscribedRow(otherCapsule, { status: "paused" })],
        prescribed: new Map([[otherCapsule, prescribedItem(otherCapsule, "active", 2)]]),
      }),
    },
  }),
} satisfies Readonly<Record<string, CheckedRule | string>>;
