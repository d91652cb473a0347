import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { accountingKinds, payoutStatuses } from "#contract/care/closing.ts";
import type { GatewayMovement, Payout } from "#server/platform/gateway/port.ts";
import { type ItemizedPayout, matchPayouts, presentPayouts, sumOfParts } from "./payouts.ts";

const timezone = "America/Chicago";
const moved = (id: string, day: number, net: number, change: Partial<GatewayMovement> = {}): GatewayMovement => ({
  ...{ id, kind: "capture", amount: Math.abs(net), fee: 0, net, intentId: `pi_${id}`, customer: null, payoutId: null },
  ...{ at: new Date(Date.UTC(2026, 10, day, 18)), availableOn: `2026-11-${String(day + 2).padStart(2, "0")}` },
  ...change,
});
const payout = (id: string, amount: number, change: Partial<Payout> = {}): Payout => ({
  ...{ id, amount, status: "paid", itemized: "yes", createdAt: new Date("2026-11-10T06:00:00Z") },
  ...{ arrivesOn: "2026-11-12" },
  ...change,
});
/** The movement that a payout itself is on the balance. */
const own = (id: string, day: number, net: number) => moved(`own_${id}`, day, net, { kind: "payout", payoutId: id });
const back = (id: string, day: number, net: number) =>
  moved(`back_${id}`, day, net, { kind: "payout_reversal", payoutId: id });

const partsIn = (parts: ReturnType<typeof matchPayouts>["waiting"]) =>
  parts.map(({ day, kind, movements, cents }) => [day.slice(8), kind, movements, cents]);
const match = (payouts: readonly ItemizedPayout[], ofPeriod: readonly GatewayMovement[]) => {
  const matched = matchPayouts(timezone, payouts, ofPeriod);
  return {
    payouts: matched.payouts.map(({ payout: { id }, parts, ...each }) => ({ id, ...each, parts: partsIn(parts) })),
    waiting: partsIn(matched.waiting),
  };
};

describe("decisions §11 Money: payouts against days", () => {
  test("by the practice's day and by kind, fees apart; two of a kind are one part, and the parts come to the payout", () => {
    const movements = [
      moved("a", 3, 9_680, { amount: 10_000, fee: 320 }),
      moved("b", 3, 4_825, { amount: 5_000, fee: 175 }),
      moved("c", 3, -700, { kind: "refund" }),
      // Of the evening before, by the practice's clock.
      moved("d", 4, 200, { kind: "refund_reversal", at: new Date("2026-11-04T05:00:00Z") }),
      moved("e", 4, -11_500, { kind: "dispute", amount: 10_000, fee: 1_500 }),
      moved("f", 4, 10_000, { kind: "dispute_reversal" }),
      moved("g", 4, -25, { kind: "fee", amount: 0, fee: 25 }),
      moved("h", 4, -300, { kind: "other" }),
    ];
    const { payouts, waiting } = match([{ payout: payout("po_1", 12_180), movements }], movements);
    expect(waiting).toEqual([]);
    expect(payouts).toEqual([
      {
        ...{ id: "po_1", differenceCents: 0, resentWith: null },
        parts: [
          ["03", "capture", 2, 15_000],
          ["03", "refund", 1, -700],
          ["03", "refund_reversal", 1, 200],
          ["03", "fee", 2, -495],
          ["04", "dispute", 1, -10_000],
          ["04", "dispute_reversal", 1, 10_000],
          ["04", "fee", 2, -1_525],
          ["04", "other", 1, -300],
        ],
      },
    ]);
  });

  test("a payout that doesn't add up says by how much, each its own", () => {
    const [one, two, three] = [moved("a", 3, 1_000), moved("b", 4, 2_000), moved("c", 5, 3_000)];
    const { payouts } = match(
      [
        { payout: payout("po_1", 1_001), movements: [one] },
        { payout: payout("po_2", 1_997), movements: [two] },
        { payout: payout("po_3", 3_000), movements: [three] },
      ],
      [one, two, three],
    );
    expect(payouts.map(({ differenceCents }) => differenceCents)).toEqual([-1, 3, 0]);
  });

  test("what is in no payout waits; what is in one doesn't, also of a day that is half paid out", () => {
    const [one, two, three] = [moved("a", 3, 1_000), moved("b", 3, 2_000), moved("c", 5, 3_000)];
    const { waiting } = match(
      [{ payout: payout("po_1", 1_000), movements: [one] }],
      [one, two, three, own("po_1", 6, -1_000)],
    );
    expect(waiting).toEqual([
      ["03", "capture", 1, 2_000],
      ["05", "capture", 1, 3_000],
    ]);
  });

  test.each(payoutStatuses)("the money of a payout that is %s waits only where it didn't reach the bank", (status) => {
    const [one, two] = [moved("a", 3, 1_000), moved("b", 4, 2_000)];
    const isBack = status === "failed" || status === "canceled";
    const { waiting } = match(
      [
        { payout: payout("po_1", 1_000, { status }), movements: [one] },
        { payout: payout("po_2", 2_000), movements: [two] },
      ],
      [one, two, own("po_1", 6, -1_000), own("po_2", 6, -2_000), ...(isBack ? [back("po_1", 8, 1_000)] : [])],
    );
    expect(waiting).toEqual(isBack ? [["03", "capture", 1, 1_000]] : []);
  });

  test("what came back is, in the payout it's sent again with, the days it was of; also where that one comes back too", () => {
    const [one, two, three] = [moved("a", 3, 1_000), moved("b", 4, 2_000), moved("c", 5, 3_000)];
    const first = { payout: payout("po_1", 1_000, { status: "failed" }), movements: [one] };
    const second = {
      payout: payout("po_2", 3_000, { status: "canceled" }),
      movements: [two, back("po_1", 8, 1_000)],
    };
    const third = { payout: payout("po_3", 6_000), movements: [three, back("po_2", 9, 3_000)] };
    const ofPeriod = [one, two, three, own("po_1", 6, -1_000), back("po_1", 8, 1_000), back("po_2", 9, 3_000)];
    const twice = match([third, second, first], ofPeriod);
    expect(twice.payouts.map(({ id, differenceCents, resentWith }) => [id, differenceCents, resentWith])).toEqual([
      ["po_3", 0, null],
      ["po_2", 0, "po_3"],
      ["po_1", 0, "po_2"],
    ]);
    expect(twice.payouts[0]?.parts).toEqual([
      ["03", "capture", 1, 1_000],
      ["04", "capture", 1, 2_000],
      ["05", "capture", 1, 3_000],
    ]);
    expect(twice.waiting).toEqual([]);
    expect(match([second, first], ofPeriod).waiting).toEqual([
      ["03", "capture", 1, 1_000],
      ["04", "capture", 1, 2_000],
      ["05", "capture", 1, 3_000],
    ]);
  });

  test("where what came back doesn't add up, it stays one movement, and isn't said to wait", () => {
    const one = moved("a", 3, 999);
    const { payouts, waiting } = match(
      [
        { payout: payout("po_2", 1_000), movements: [back("po_1", 8, 1_000)] },
        { payout: payout("po_1", 1_000, { status: "failed" }), movements: [one] },
      ],
      [one, back("po_1", 8, 1_000)],
    );
    expect(payouts.map(({ parts, differenceCents }) => [parts, differenceCents])).toEqual([
      [[["08", "payout_reversal", 1, 1_000]], 0],
      [[["03", "capture", 1, 999]], -1],
    ]);
    expect(waiting).toEqual([]);
  });

  test.each(["no", "not_yet"] as const)(
    "of one that isn't itemized (%s) nothing is made up: it lessens what waits, until another one lists it",
    (itemized) => {
      const [one, two] = [moved("a", 3, 1_000), moved("b", 4, 2_000)];
      const byHand = { payout: payout("po_1", 600, { itemized }), movements: null };
      const ofPeriod = [one, two, own("po_1", 6, -600)];
      const before = match([byHand], ofPeriod);
      expect(before.payouts).toEqual([{ id: "po_1", differenceCents: null, resentWith: null, parts: [] }]);
      expect(before.waiting).toEqual([
        ["03", "capture", 1, 1_000],
        ["04", "capture", 1, 2_000],
        ["06", "payout", 1, -600],
      ]);
      const next = { payout: payout("po_2", 2_400), movements: ofPeriod };
      expect(match([next, byHand], ofPeriod).waiting).toEqual([]);
    },
  );

  test("the return of a payout from before the days that are looked at is itself", () => {
    expect(match([], [back("po_0", 3, 1_000)]).waiting).toEqual([["03", "payout_reversal", 1, 1_000]]);
  });

  test("what's shown has each value of its own", () => {
    const [one, two] = [
      moved("a", 3, 970, { amount: 1_000, fee: 30 }),
      moved("b", 5, -200, { kind: "refund", availableOn: "2026-11-05" }),
    ];
    const payouts = [{ payout: payout("po_1", 971, { status: "in_transit" }), movements: [one] }];
    const period = { from: "2026-11-01", to: "2026-11-30", timezone };
    expect(presentPayouts({ ...period, ...matchPayouts(timezone, payouts, [one, two]) })).toEqual({
      ...period,
      payouts: [
        {
          ...{ id: "po_1", madeon: "2026-11-10", arriveson: "2026-11-12", amount: 9.71, status: "in_transit" },
          ...{ itemized: "yes", difference: -0.01, resentwith: null },
          parts: [
            { day: "2026-11-03", kind: "capture", movements: 1, amount: 10 },
            { day: "2026-11-03", kind: "fee", movements: 1, amount: -0.3 },
          ],
        },
      ],
      waiting: {
        amount: -2,
        parts: [{ day: "2026-11-05", kind: "refund", movements: 1, amount: -2, availableon: "2026-11-05" }],
      },
    });
  });

  test.each([
    ["first", [7, 5]],
    ["last", [5, 7]],
  ] as const)("money of a day can be paid out from when the last of it can, which comes %s", (_, days) => {
    const waiting = days.map((day, at) => moved(`m${at}`, 3, 100, { availableOn: `2026-11-0${day}` }));
    const shown = matchPayouts(timezone, [], waiting).waiting;
    expect(shown.map(({ movements, availableOn }) => [movements, availableOn])).toEqual([[2, "2026-11-07"]]);
  });

  test("to the cent: what waits and what was paid out are all that moved", () => {
    const patients = accountingKinds.filter((kind) => kind !== "payout" && kind !== "payout_reversal");
    const movement = fc.record({
      kind: fc.constantFrom(...patients),
      day: fc.integer({ min: 1, max: 20 }),
      net: fc.integer({ min: -9_000, max: 9_000 }),
      fee: fc.integer({ min: -50, max: 400 }),
      payout: fc.constantFrom(null, "po_1", "po_2"),
      isBack: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(movement), (all) => {
        const movements = all.map(({ kind, day, net, fee }, index) =>
          moved(String(index), day, net, { kind, fee: kind === "fee" ? -net : fee }),
        );
        const inPayout = (id: string) => movements.filter((_, index) => all[index]?.payout === id);
        const sum = (of: readonly GatewayMovement[]) => of.reduce((total, { net }) => total + net, 0);
        const payouts = ["po_1", "po_2"].map((id) => ({
          payout: payout(id, sum(inPayout(id)), { status: id === "po_2" ? "failed" : "paid" }),
          movements: inPayout(id),
        }));
        const matched = matchPayouts(timezone, payouts, movements);
        const [paid, returned] = matched.payouts.map(({ parts }) => sumOfParts(parts));
        expect([paid, returned]).toEqual(payouts.map((each) => each.payout.amount));
        expect(sumOfParts(matched.waiting) + (paid ?? 0)).toBe(sum(movements));
      }),
    );
  });
});
