import { describe, expect, test } from "vitest";
import type { LedgerMovement } from "#server/payment/public.ts";
import { type GatewayMovement, payoutKinds } from "#server/platform/gateway/port.ts";
import { compareDay, type KnownPayment } from "./compare-day.ts";

const day = { from: new Date("2026-05-04T05:00:00Z"), to: new Date("2026-05-05T05:00:00Z") };
const noon = new Date("2026-05-04T17:00:00Z");
const nextMorning = new Date("2026-05-05T05:00:10Z");
const ours = (change: Partial<LedgerMovement> = {}): LedgerMovement => ({
  ...{
    kind: "capture",
    cents: 4028,
    at: noon,
    orderId: "o1",
    orderNumber: "1004711",
    intentId: "pi_1",
    creditNote: null,
  },
  ...change,
});
const ofGateway = (change: Partial<GatewayMovement> = {}): GatewayMovement => ({
  ...{ id: "txn_1", kind: "capture", amount: 4028, fee: 147, intentId: "pi_1", customer: "cus_1", at: noon },
  ...{ net: 3881, payoutId: null, availableOn: "2026-05-06" },
  ...change,
});
const known = (change: Partial<KnownPayment> = {}) =>
  new Map([["pi_1", { orderId: "o1", orderNumber: "1004711", undecided: false, released: false, ...change }]]);
const compare = (mine: LedgerMovement[], other: GatewayMovement[], payments = known()) =>
  compareDay(day, mine, other, payments).map(({ difference, todo, ours: a, gateway: b }) => [difference, todo, a, b]);

describe("decisions §11 a day's closing: each difference between our books and the gateway, with what to do", () => {
  test("what both have is no difference; a fee alone is none either, nor what goes to the bank", () => {
    const others = [
      ofGateway({ kind: "fee", amount: 0, intentId: null }),
      ...payoutKinds.map((kind) => ofGateway({ kind, intentId: null })),
    ];
    expect(compare([ours()], [ofGateway(), ...others])).toEqual([]);
  });
  test("in ours and not at the gateway", () => {
    expect(compare([ours()], [])).toEqual([["only_ours", "look_up", 4028, null]]);
  });
  test.each([
    ["we'll hear of it", known(), "wait"],
    ["it differs from its order", known({ undecided: true }), "decide_payment"],
    ["it's given back", known({ released: true }), "nothing"],
    [
      "a patient of ours paid it, for an order that isn't here",
      known({ orderId: null, orderNumber: null }),
      "order_missing",
    ],
    ["no order of ours", new Map<string, KnownPayment>(), "not_ours"],
  ])("at the gateway and not in ours: %s", (_, payments, todo) => {
    expect(compare([], [ofGateway()], payments)).toEqual([["only_gateway", todo, null, 4028]]);
  });
  test("another amount", () => {
    expect(compare([ours()], [ofGateway({ amount: 4027 })])).toEqual([["amount", "compare_amounts", 4028, 4027]]);
  });
  test("around midnight: on this day here, on the other there", () => {
    expect(compare([ours({ at: nextMorning })], [ofGateway()])).toEqual([["other_day", "nothing", 4028, 4028]]);
    expect(compare([ours()], [ofGateway({ at: nextMorning })])).toEqual([["other_day", "nothing", 4028, 4028]]);
    expect(compare([ours({ at: nextMorning })], [ofGateway({ at: nextMorning })])).toEqual([]);
  });
  test("two refunds of one amount are two: one that is missing is found, whichever it is", () => {
    const refund = { kind: "refund" as const, cents: 500 };
    const gatewayRefund = { kind: "refund" as const, amount: 500 };
    expect(compare([ours(refund), ours(refund)], [ofGateway(gatewayRefund)])).toEqual([
      ["only_ours", "look_up", 500, null],
    ]);
    // Yesterday's and today's: each is its own.
    const yesterday = new Date("2026-05-03T17:00:00Z");
    expect(
      compare(
        [ours({ ...refund, at: yesterday }), ours(refund)],
        [ofGateway(gatewayRefund), ofGateway({ ...gatewayRefund, at: yesterday })],
      ),
    ).toEqual([]);
  });
  test("a refund isn't taken for a capture, nor another payment's for this one's", () => {
    expect(compare([ours()], [ofGateway({ kind: "refund" }), ofGateway({ intentId: "pi_2" })])).toHaveLength(3);
  });
});
