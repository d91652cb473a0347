import fc from "fast-check";
import { expect, test } from "vitest";
import { type AccountingKind, accountingKinds, movementKinds } from "#contract/care/closing.ts";
import type { LedgerMovement } from "#server/payment/public.ts";
import type { GatewayMovement } from "#server/platform/gateway/port.ts";
import { accountingCsv } from "./accounting-csv.ts";
import { type Accounting, accountingRows, accountingSums, presentAccounting } from "./accounting.ts";

const movement = (kind: LedgerMovement["kind"], cents: number, orderId: string, at = "2026-11-03T18:00:00Z") =>
  ({
    kind,
    cents,
    orderId,
    orderNumber: `1000${orderId}`,
    creditNote: kind === "refund" ? `CN-1000${orderId}-1` : null,
    intentId: `pi_${orderId}`,
    at: new Date(at),
  }) as LedgerMovement;
const orders = new Map([
  ["1", { state: "IA", taxCents: 600, discountCents: 1000, totalCents: 10_600, beforeCents: 0 }],
  ["2", { state: "OH", taxCents: 105, discountCents: 0, totalCents: 2105, beforeCents: 0 }],
  ["3", { state: "OR", taxCents: 0, discountCents: 300, totalCents: 0, beforeCents: 0 }],
]);

/** An order whose money was taken the month before. */
const takenBefore = { state: "OH", taxCents: 105, discountCents: 421, totalCents: 2105 };

test("each movement has its share of the order's tax and discount, with the sign of what left the practice", () => {
  const rows = accountingRows(
    [
      movement("capture", 10_600, "1"),
      movement("refund", 5300, "1"),
      movement("refund_reversal", 5300, "1"),
      movement("dispute", 2105, "2"),
      movement("dispute_reversal", 1000, "2"),
      movement("capture", 100, "3"),
      movement("capture", 99, "unknown"),
      // Captured beyond the order's total: there is no more tax than the order's.
      movement("capture", 4210, "2"),
    ],
    new Map([...orders, ["2", { ...takenBefore, beforeCents: 2105 }]]),
  );
  expect(rows.map(({ state, cents, taxCents, discountCents }) => [state, cents, taxCents, discountCents])).toEqual([
    ["IA", 10_600, 600, 1000],
    ["IA", -5300, -300, -500],
    ["IA", 5300, 300, 500],
    ["OH", -2105, -105, -421],
    ["OH", 1000, 50, 200],
    ["OR", 100, 0, 0],
    ["", 99, 0, 0],
    ["OH", 4210, 55, 221],
  ]);
});

const ofGateway = (change: Partial<GatewayMovement>, at = "2026-11-03T18:00:00Z"): GatewayMovement => ({
  ...{ id: "m", kind: "capture", amount: 100, fee: 0, net: 100, intentId: null, customer: null, payoutId: null },
  ...{ at: new Date(at), availableOn: "2026-11-05" },
  ...change,
});

const november = (rows: Accounting["rows"], gateway: readonly GatewayMovement[] = []): Accounting => ({
  ...{ from: "2026-11-01", to: "2026-11-30", timezone: "America/Chicago", rows, unpaid: [] },
  fees: gateway.filter(({ fee }) => fee !== 0),
  payouts: gateway.flatMap(({ id, at, kind, net: cents }) =>
    kind === "payout" || kind === "payout_reversal" ? [{ id, at, kind, cents }] : [],
  ),
  days: { open: ["2026-11-03", "2026-11-20"], changed: ["2026-11-21"] },
});

test("the file has the sums by kind and state, each movement in the practice's day, and the gateway's fees; the table has the same sums", () => {
  const rows = accountingRows(
    [
      movement("capture", 10_600, "1"),
      movement("capture", 2105, "2", "2026-11-04T04:30:00Z"),
      movement("refund", 5300, "1", "2026-11-20T18:00:00Z"),
    ],
    orders,
  );
  const gatewayMovements = [
    ofGateway({ id: "m1", amount: 10_600, fee: 337, net: 10_263, intentId: "pi_1" }, "2026-11-03T18:00:00Z"),
    ofGateway({ id: "m2", kind: "fee", amount: 0, fee: 1500, net: -1500 }, "2026-11-21T18:00:00Z"),
    ofGateway({ id: "m3", kind: "refund", amount: 5300, net: -5300, intentId: "pi_1" }, "2026-11-20T18:00:00Z"),
    ofGateway({ id: "m4", kind: "payout", amount: 9000, net: -9000, payoutId: "po_1" }, "2026-11-23T18:00:00Z"),
    ofGateway({ id: "m5", kind: "payout_reversal", amount: 2500, net: 2500, payoutId: "po_0" }, "2026-11-25T03:00:00Z"),
  ];
  const accounting = november(rows, gatewayMovements);
  const payout = { id: "po_1", amount: 9000, createdAt: new Date("2026-11-23T18:00:00Z"), arrivesOn: "2026-11-25" };
  const part = { day: "2026-11-03", kind: "capture" as const, movements: 2, cents: 9330, availableOn: "2026-11-05" };
  const matched: Parameters<typeof accountingCsv>[1] = {
    payouts: [
      {
        ...{ payout: { ...payout, status: "paid", itemized: "yes" }, differenceCents: -7, resentWith: null },
        parts: [part, { ...part, kind: "fee", cents: -337 }],
      },
      {
        ...{ payout: { ...payout, id: "po_2", amount: -40, status: "failed", itemized: "no" }, differenceCents: null },
        ...{ parts: [], resentWith: "po_1" },
      },
      {
        ...{ payout: { ...payout, id: "po_3", status: "pending", itemized: "not_yet" }, differenceCents: null },
        ...{ parts: [], resentWith: null },
      },
    ],
    waiting: [{ ...part, day: "2026-11-20", kind: "refund", movements: 1, cents: -5300 }],
  };
  expect(accountingCsv(accounting, matched).split("\r\n")).toEqual([
    `"From","2026-11-01","To","2026-11-30","Time zone","America/Chicago","Currency","USD"`,
    `"Sum","Movements","Amount","Tax in it","Discount in it"`,
    `"capture","2","127.05","7.05","10.00"`,
    `"refund","1","-53.00","-3.00","-5.00"`,
    `"refund_reversal","0","0.00","0.00","0.00"`,
    `"dispute","0","0.00","0.00","0.00"`,
    `"dispute_reversal","0","0.00","0.00","0.00"`,
    `"all","3","74.05","4.05","5.00"`,
    `"fees of the gateway","2","-18.37","",""`,
    `"payouts to the bank","2","-65.00","",""`,
    `"Day","Closing"`,
    `"2026-11-03","not closed"`,
    `"2026-11-20","not closed"`,
    `"2026-11-21","changed since it was closed"`,
    `"State","Charged","Given back","Amount","Tax in it","Discount in it"`,
    `"IA","106.00","-53.00","53.00","3.00","5.00"`,
    `"OH","21.05","0.00","21.05","1.05","0.00"`,
    `"Day","At (UTC)","Movement","Order","Credit note","State","Amount","Tax in it","Discount in it","Payment"`,
    `"2026-11-03","2026-11-03T18:00:00.000Z","capture","10001","","IA","106.00","6.00","10.00","pi_1"`,
    `"2026-11-03","2026-11-04T04:30:00.000Z","capture","10002","","OH","21.05","1.05","0.00","pi_2"`,
    `"2026-11-20","2026-11-20T18:00:00.000Z","refund","10001","CN-10001-1","IA","-53.00","-3.00","-5.00","pi_1"`,
    `"Day","At (UTC)","Fee for","Fee","Payment"`,
    `"2026-11-03","2026-11-03T18:00:00.000Z","capture","-3.37","pi_1"`,
    `"2026-11-21","2026-11-21T18:00:00.000Z","fee","-15.00",""`,
    `"Day","At (UTC)","Payout","Amount","Movement"`,
    `"2026-11-23","2026-11-23T18:00:00.000Z","payout","-90.00","m4"`,
    `"2026-11-24","2026-11-25T03:00:00.000Z","payout_reversal","25.00","m5"`,
    `"Day","At (UTC)","No money moved","Amount","Reason","Order"`,
    `"Payout","Made on","At the bank on","Status","Amount","Consists of","Difference","Sent again with"`,
    `"po_1","2026-11-23","2026-11-25","paid","90.00","89.93","-0.07",""`,
    `"po_2","2026-11-23","2026-11-25","failed","-0.40","the gateway doesn't say","","po_1"`,
    `"po_3","2026-11-23","2026-11-25","pending","90.00","not known yet","",""`,
    `"Payout","Day","What","Movements","Amount"`,
    `"po_1","2026-11-03","capture","2","93.30"`,
    `"po_1","2026-11-03","fee","2","-3.37"`,
    `"Waits for a payout","Day","What","Movements","Amount","Available on"`,
    `"","2026-11-20","refund","1","-53.00","2026-11-05"`,
    `"all","","","","-53.00",""`,
    "",
  ]);
  expect(presentAccounting(accounting)).toEqual({
    ...{ from: "2026-11-01", to: "2026-11-30", timezone: "America/Chicago" },
    sums: [
      { kind: "capture", movements: 2, amount: 127.05, tax: 7.05, discount: 10 },
      { kind: "refund", movements: 1, amount: -53, tax: -3, discount: -5 },
      ...(["refund_reversal", "dispute", "dispute_reversal"] as const).map((kind) => ({
        ...{ kind, movements: 0, amount: 0, tax: 0, discount: 0 },
      })),
    ],
    total: { amount: 74.05, tax: 4.05, discount: 5 },
    states: [
      { state: "IA", charged: 106, givenback: -53, amount: 53, tax: 3, discount: 5 },
      { state: "OH", charged: 21.05, givenback: 0, amount: 21.05, tax: 1.05, discount: 0 },
    ],
    fees: { movements: 2, amount: -18.37 },
    payouts: { movements: 2, amount: -65 },
    opendays: ["2026-11-03", "2026-11-20"],
    changeddays: ["2026-11-21"],
  });
});

test.each(accountingKinds)("the file names what moved: %s", (kind) => {
  const moved = (movementKinds as readonly AccountingKind[]).includes(kind)
    ? accountingRows([movement(kind as LedgerMovement["kind"], 5000, "1")], orders)
    : [];
  const gatewayMovement = ofGateway({ id: "m1", kind, amount: 5000, fee: 10, net: 4990 });
  const rows = accountingCsv(november(moved, [gatewayMovement]), { payouts: [], waiting: [] }).split("\r\n");
  const named = rows.filter((row) => row.startsWith(`"2026-11-03","2026`) && row.includes(`"${kind}"`));
  expect(named).toHaveLength(kind === "fee" || kind === "other" ? 1 : 2);
});

test("the sums of the states are those of the kinds, to the cent", () => {
  const cents = fc.integer({ min: 1, max: 12_000 });
  const moved = fc.array(fc.tuple(fc.constantFrom(...movementKinds), cents, fc.constantFrom("1", "2", "3")));
  fc.assert(
    fc.property(moved, (movements) => {
      const rows = accountingRows(
        movements.map((each) => movement(...each)),
        orders,
      );
      const { kinds, states, total } = accountingSums(november(rows));
      for (const amount of ["cents", "taxCents", "discountCents"] as const) {
        const sum = (of: readonly (typeof total)[]) => of.reduce((all, each) => all + each[amount], 0);
        expect([sum(kinds), sum(states)]).toEqual([total[amount], total[amount]]);
      }
      for (const { chargedCents, givenBackCents, cents: both } of states)
        expect(chargedCents + givenBackCents).toBe(both);
    }),
  );
});
