import { beforeEach, expect, test } from "vitest";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  firstMovementAt,
  type LedgerEntry,
  ledgerMovements,
  ledgerSumsByDay,
  movementsOf,
  postLedgerEntry,
  refundMovementsOf,
} from "./ledger.ts";
import { addCharge, minute, type Payer, twoPayers } from "./testing/payment-rows.ts";

const server = serverAtNoon();
let rosa: Payer;
let other: Payer;
beforeEach(async () => {
  [rosa, other] = await twoPayers(server);
});

/** Posts an entry of so many cents to the gateway's account. */
async function post(
  { orderId }: Payer,
  reason: LedgerEntry["reason"],
  cents: number,
  at: Date,
  others: Readonly<Record<string, number>> = { refunds: 1 - cents, taxes: -1 },
): Promise<string> {
  const id = newId();
  const amounts = { gateway: cents, ...others };
  await inTransaction(server.services, ({ db }) => postLedgerEntry(db, { id, orderId, reason, at, amounts }));
  return id;
}
const later = (minutes: number) => new Date(Date.UTC(2090, 0, 1, 12, minutes));

test("an entry is posted once, without accounts of which nothing is moved", async () => {
  const { db } = server.services;
  const id = await post(rosa, "refund", -50, minute(1), { refunds: 50, taxes: 0 });
  const again = {
    id,
    orderId: rosa.orderId,
    reason: "refund",
    at: minute(2),
    amounts: { gateway: 0, refunds: 0 },
  } as const;
  await inTransaction(server.services, (tx) => postLedgerEntry(tx.db, again));
  await inTransaction(server.services, (tx) =>
    postLedgerEntry(tx.db, { ...again, amounts: { gateway: -50, refunds: 50 } }),
  );
  const rows = await db.selectFrom("ledger_entry").selectAll().where("id", "=", id).orderBy("account").execute();
  const shared = { id, order_id: rosa.orderId, reason: "refund", at: minute(1) };
  expect(rows).toEqual([
    { ...shared, account: "gateway", amount_cents: -50 },
    { ...shared, account: "refunds", amount_cents: 50 },
  ]);
});

test("what a patient paid and was given back is their own, oldest first, in cents above zero, with the card", async () => {
  const { db } = server.services;
  await post(rosa, "dispute_reversal", 40, later(4));
  await post(rosa, "refund", -10, later(1));
  await post(rosa, "refund_reversal", 20, later(2));
  await post(rosa, "dispute", -30, later(3));
  await post(other, "refund", -99, later(1));
  await addCharge(server, rosa, { status: "declined" });
  const { orderId, charge } = rosa;
  const card = { brand: "visa", last4: "4242" };
  const [first, ...rest] = await movementsOf(db, rosa.id);
  expect(first).toMatchObject({ orderId, kind: "payment", cents: charge.captured_cents, card });
  const moved = [
    { orderId, kind: "refund", cents: 10, at: later(1) },
    { orderId, kind: "returned", cents: 20, at: later(2) },
    { orderId, kind: "refund", cents: 30, at: later(3) },
    { orderId, kind: "returned", cents: 40, at: later(4) },
  ];
  expect(rest).toEqual(moved.map((each) => ({ ...each, creditNote: null, card })));
  expect(await refundMovementsOf(db, [rosa.orderId])).toEqual(moved);
});

test("the ledger of a period ends before its end, and knows the charge of each entry", async () => {
  const { db } = server.services;
  const [from, to] = [later(10), later(20)];
  await post(rosa, "refund", -2, later(19));
  await post(rosa, "refund", -1, from);
  await post(other, "refund", -4, to);
  await post(other, "refund", -8, later(9));
  await addCharge(server, rosa, { status: "declined", created_at: later(0) });
  const { number } = await db
    .selectFrom("customer_order")
    .select("number")
    .where("id", "=", rosa.orderId)
    .executeTakeFirstOrThrow();
  const entry = {
    ...{ kind: "refund", orderId: rosa.orderId, orderNumber: number, creditNote: null },
    intentId: rosa.charge.gateway_intent_id,
  };
  const own = [
    { ...entry, cents: 1, at: from },
    { ...entry, cents: 2, at: later(19) },
  ];
  expect(await ledgerMovements(db, { from, to }, [])).toEqual(own);
  const asked = [other.charge.gateway_intent_id ?? ""];
  const withOther = await ledgerMovements(db, { from, to }, asked);
  expect(withOther.filter(({ orderId }) => orderId === rosa.orderId)).toEqual(own);
  expect(withOther.filter(({ orderId }) => orderId === other.orderId).map(({ cents }) => cents)).toEqual([
    other.charge.captured_cents,
    8,
    4,
  ]);
});

test("an entry's charge is the one it posts, else the newest that was captured", async () => {
  const { db } = server.services;
  const captured = await addCharge(server, rosa, { status: "succeeded", created_at: later(1) });
  await addCharge(server, rosa, { status: "succeeded", created_at: minute(1) });
  await addCharge(server, rosa, { status: "declined", created_at: later(2) });
  await post(rosa, "refund", -2, later(3));
  const asked = [rosa.charge.gateway_intent_id ?? ""];
  const movements = await ledgerMovements(db, { from: later(3), to: later(3) }, asked);
  expect(movements.map(({ kind, intentId }) => [kind, intentId])).toEqual([
    ["capture", rosa.charge.gateway_intent_id],
    ["refund", `pi_${captured}`],
  ]);
});

test("the sums of a day are by reason, and by the day of the time zone", async () => {
  const { db } = server.services;
  const [from, to] = [new Date("2091-03-01T05:00:00Z"), new Date("2091-03-03T05:00:00Z")];
  const at = (day: number, hour: number) => new Date(Date.UTC(2091, 2, day, hour));
  await post(rosa, "refund", -1, at(1, 4));
  await post(rosa, "refund", -2, from);
  await post(other, "refund", -4, at(2, 4));
  await post(other, "dispute", -8, at(2, 4), { disputes: 108, taxes: -100 });
  await post(rosa, "refund", -16, at(2, 5));
  await post(rosa, "refund", -32, to);
  const sums = await ledgerSumsByDay(db, { from, to }, "America/New_York");
  expect(sums.toSorted((one, two) => one.cents - two.cents)).toEqual([
    { day: "2091-03-01", kind: "refund", cents: 6 },
    { day: "2091-03-01", kind: "dispute", cents: 8 },
    { day: "2091-03-02", kind: "refund", cents: 16 },
  ]);
});

test("money moved first with the oldest entry", async () => {
  const first = new Date("2001-01-01T00:00:00Z");
  await post(rosa, "refund", -1, first);
  const taxes = {
    id: newId(),
    orderId: rosa.orderId,
    reason: "capture",
    at: new Date(0),
    amounts: { taxes: 1, refunds: -1 },
  } as const;
  await inTransaction(server.services, ({ db }) => postLedgerEntry(db, taxes));
  expect(await firstMovementAt(server.services.db)).toEqual(first);
});
