import { expect, test } from "vitest";
import { type AccountingKind, accountingKinds, movementKinds } from "#contract/care/closing.ts";
import type { LedgerMovement } from "#server/payment/public.ts";
import { accountingCsv, accountingRows } from "./accounting.ts";

const movement = (kind: LedgerMovement["kind"], cents: number, orderId: string, at = "2026-11-03T18:00:00Z") =>
  ({
    kind,
    cents,
    orderId,
    orderNumber: `1000${orderId}`,
    intentId: `pi_${orderId}`,
    at: new Date(at),
  }) as LedgerMovement;
const orders = new Map([
  ["1", { state: "IA", taxCents: 600, totalCents: 10_600, beforeCents: 0 }],
  ["2", { state: "OH", taxCents: 105, totalCents: 2105, beforeCents: 0 }],
  ["3", { state: "OR", taxCents: 0, totalCents: 0, beforeCents: 0 }],
]);

/** An order whose money was taken the month before. */
const takenBefore = { state: "OH", taxCents: 105, totalCents: 2105 };

test("each movement has its share of the order's tax, with the sign of what left the practice", () => {
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
  expect(rows.map(({ state, cents, taxCents }) => [state, cents, taxCents])).toEqual([
    ["IA", 10_600, 600],
    ["IA", -5300, -300],
    ["IA", 5300, 300],
    ["OH", -2105, -105],
    ["OH", 1000, 50],
    ["OR", 100, 0],
    ["", 99, 0],
    ["OH", 4210, 55],
  ]);
});

test("the file has the sums by kind and state, each movement in the practice's day, and the gateway's fees", () => {
  const rows = accountingRows(
    [
      movement("capture", 10_600, "1"),
      movement("capture", 2105, "2", "2026-11-04T04:30:00Z"),
      movement("refund", 5300, "1", "2026-11-20T18:00:00Z"),
    ],
    orders,
  );
  const fees = [
    {
      id: "m1",
      kind: "capture" as const,
      amount: 10_600,
      fee: 337,
      intentId: "pi_1",
      customer: null,
      at: new Date("2026-11-03T18:00:00Z"),
    },
    {
      id: "m2",
      kind: "fee" as const,
      amount: 0,
      fee: 1500,
      intentId: null,
      customer: null,
      at: new Date("2026-11-21T18:00:00Z"),
    },
    {
      id: "m3",
      kind: "refund" as const,
      amount: 5300,
      fee: 0,
      intentId: "pi_1",
      customer: null,
      at: new Date("2026-11-20T18:00:00Z"),
    },
    {
      ...{ id: "m4", kind: "payout" as const, amount: 9000, fee: 0, intentId: null, customer: null },
      at: new Date("2026-11-23T18:00:00Z"),
    },
    {
      ...{ id: "m5", kind: "payout_reversal" as const, amount: 2500, fee: 0, intentId: null, customer: null },
      at: new Date("2026-11-25T03:00:00Z"),
    },
  ];
  expect(accountingCsv("America/Chicago", "2026-11", rows, fees).split("\r\n")).toEqual([
    `"Month","2026-11","Time zone","America/Chicago","Currency","USD"`,
    `"Sum","Movements","Amount","Tax in it"`,
    `"capture","2","127.05","7.05"`,
    `"refund","1","-53.00","-3.00"`,
    `"refund_reversal","0","0.00","0.00"`,
    `"dispute","0","0.00","0.00"`,
    `"dispute_reversal","0","0.00","0.00"`,
    `"fees of the gateway","2","-18.37",""`,
    `"payouts to the bank","2","-65.00",""`,
    `"State","Amount","Tax"`,
    `"IA","53.00","3.00"`,
    `"OH","21.05","1.05"`,
    `"Day","At (UTC)","Movement","Order","State","Amount","Tax in it","Payment"`,
    `"2026-11-03","2026-11-03T18:00:00.000Z","capture","10001","IA","106.00","6.00","pi_1"`,
    `"2026-11-03","2026-11-04T04:30:00.000Z","capture","10002","OH","21.05","1.05","pi_2"`,
    `"2026-11-20","2026-11-20T18:00:00.000Z","refund","10001","IA","-53.00","-3.00","pi_1"`,
    `"Day","At (UTC)","Fee for","Fee","Payment"`,
    `"2026-11-03","2026-11-03T18:00:00.000Z","capture","-3.37","pi_1"`,
    `"2026-11-21","2026-11-21T18:00:00.000Z","fee","-15.00",""`,
    `"Day","At (UTC)","Payout","Amount","Movement"`,
    `"2026-11-23","2026-11-23T18:00:00.000Z","payout","-90.00","m4"`,
    `"2026-11-24","2026-11-25T03:00:00.000Z","payout_reversal","25.00","m5"`,
    "",
  ]);
});

test.each(accountingKinds)("the file names what moved: %s", (kind) => {
  const moved = (movementKinds as readonly AccountingKind[]).includes(kind)
    ? accountingRows([movement(kind as LedgerMovement["kind"], 5000, "1")], orders)
    : [];
  const gatewayMovement = {
    ...{ id: "m1", kind, amount: 5000, fee: 10, intentId: null, customer: null },
    at: new Date("2026-11-03T18:00:00Z"),
  };
  const rows = accountingCsv("America/Chicago", "2026-11", moved, [gatewayMovement]).split("\r\n");
  const named = rows.filter((row) => row.startsWith(`"2026-11-03"`) && row.includes(`"${kind}"`));
  expect(named).toHaveLength(kind === "fee" ? 1 : 2);
});
