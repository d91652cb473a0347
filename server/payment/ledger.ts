import { sql } from "kysely";
import type { Tx, Database } from "#server/platform/database/open.ts";
import { type Ids, isOneOf } from "#server/platform/database/read-together.ts";

export interface LedgerEntry {
  /** Id of the charge or refund it posts, or a separate id for what can happen again; posted once. */
  readonly id: string;
  readonly orderId: string;
  readonly reason: "capture" | "refund" | "refund_reversal" | "dispute" | "dispute_reversal";
  readonly at: Date;
  /** Cents by account, debits positive; they add up to zero. */
  readonly amounts: Readonly<Record<string, number>>;
}

/** Posts one entry; idempotent by id. Accounts with an amount of zero are left out. */
export async function postLedgerEntry(tx: Tx, { id, orderId, reason, at, amounts }: LedgerEntry): Promise<void> {
  const rows = Object.entries(amounts)
    .filter(([, cents]) => cents !== 0)
    .map(([account, amount_cents]) => ({ id, account, order_id: orderId, amount_cents, reason, at }));
  if (rows.length === 0) return;
  await tx
    .insertInto("ledger_entry")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Money that moved between a patient's card and the practice, per the ledger. */
export interface Movement {
  readonly orderId: string;
  /** `returned`: a bank sent a refund back, or returned what a dispute had taken. */
  readonly kind: "payment" | "refund" | "returned";
  /** Always positive. */
  readonly cents: number;
  readonly at: Date;
  readonly card: { readonly brand: string; readonly last4: string };
  /** The number of a refund's credit note. */
  readonly creditNote: string | null;
}

/** Ledger reasons of money returned to the card, by a refund or by the bank, and of such money coming back. */
const refundKinds = {
  refund: "refund",
  refund_reversal: "returned",
  dispute: "refund",
  dispute_reversal: "returned",
} as const;
const movementKinds: Readonly<Record<LedgerEntry["reason"], Movement["kind"]>> = {
  capture: "payment",
  ...refundKinds,
};

/** All payments from and refunds to a patient's cards, oldest first. */
export async function movementsOf(db: Database, patientId: string): Promise<Movement[]> {
  const rows = await db
    .selectFrom("ledger_entry as entry")
    .innerJoin("payment_intent as intent", (join) =>
      join.onRef("intent.order_id", "=", "entry.order_id").on("intent.status", "=", "succeeded"),
    )
    .innerJoin("payment_source as source", "source.id", "intent.payment_source_id")
    .leftJoin("refund", "refund.id", "entry.id")
    .select(["entry.order_id", "entry.reason", "entry.amount_cents", "entry.at", "source.brand", "source.last4"])
    .select("refund.credit_note")
    .where("intent.patient_id", "=", patientId)
    .where("entry.account", "=", "gateway")
    .orderBy("entry.at")
    .orderBy("entry.id")
    .$narrowType<{ reason: LedgerEntry["reason"] }>()
    .execute();
  return rows.map(({ order_id, reason, amount_cents, at, brand, last4, credit_note }) => ({
    orderId: order_id,
    kind: movementKinds[reason],
    cents: Math.abs(amount_cents),
    at,
    card: { brand, last4 },
    creditNote: credit_note,
  }));
}

type RefundMovement = Omit<Movement, "card" | "kind" | "creditNote"> & {
  readonly kind: (typeof refundKinds)[keyof typeof refundKinds];
};

/** Refunds to cards for these orders, and refunds that banks sent back, oldest first. */
export async function refundMovementsOf(db: Database, orderIds: readonly string[]): Promise<RefundMovement[]> {
  return (await refundMovementRows(db, [...orderIds]).execute()).map(toRefundMovement);
}

export const refundMovementRows = (db: Database, orderIds: Ids) =>
  db
    .selectFrom("ledger_entry")
    .select(["order_id", "reason", "amount_cents", "at"])
    .where(isOneOf("order_id", orderIds))
    .where("account", "=", "gateway")
    .where("reason", "in", Object.keys(refundKinds) as (keyof typeof refundKinds)[])
    .orderBy("at")
    .orderBy("id")
    .$narrowType<{ reason: keyof typeof refundKinds }>();

type RefundMovementRow = Awaited<ReturnType<ReturnType<typeof refundMovementRows>["execute"]>>[number];

export const toRefundMovement = ({ order_id, reason, amount_cents, at }: RefundMovementRow): RefundMovement => ({
  orderId: order_id,
  kind: refundKinds[reason],
  cents: Math.abs(amount_cents),
  at,
});

/** Money that moved between the practice and the gateway, per the ledger. */
export interface LedgerMovement {
  readonly kind: LedgerEntry["reason"];
  /** Always positive. */
  readonly cents: number;
  readonly at: Date;
  readonly orderId: string;
  readonly orderNumber: string | null;
  /** The number of a refund's credit note; null for any other movement. */
  readonly creditNote: string | null;
  /** The gateway's id of the order's charge. */
  readonly intentId: string | null;
}

/** What moved in a period (`to` not included), and, whenever it did, under these intents of the gateway; oldest first. */
export async function ledgerMovements(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
  intentIds: readonly string[],
): Promise<LedgerMovement[]> {
  const { rows } = await sql<LedgerMovement>`
    select entry.reason as kind, abs(entry.amount_cents) as cents, entry.at, entry.order_id as "orderId", o.number as "orderNumber",
      (select credit_note from refund where refund.id = entry.id) as "creditNote",
      (select intent.gateway_intent_id from payment_intent intent
        where intent.order_id = entry.order_id and intent.gateway_intent_id is not null
        order by intent.id = entry.id desc, intent.status = 'succeeded' desc, intent.created_at desc limit 1) as "intentId"
    from ledger_entry entry join customer_order o on o.id = entry.order_id
    where entry.account = 'gateway' and (entry.at >= ${from} and entry.at < ${to}
      or entry.order_id in (select order_id from payment_intent where gateway_intent_id = any(${[...intentIds]}::text[])))
    order by entry.at, entry.id`.execute(db);
  return rows;
}

/** Sums of the ledger by day and reason, for the days that begin in a period; days as `YYYY-MM-DD` in the time zone. */
export async function ledgerSumsByDay(
  db: Database,
  { from, to }: { readonly from: Date; readonly to: Date },
  timeZone: string,
): Promise<readonly { readonly day: string; readonly kind: LedgerEntry["reason"]; readonly cents: number }[]> {
  const { rows } = await sql<{ day: string; kind: LedgerEntry["reason"]; cents: number }>`
    select to_char(at at time zone ${timeZone}, 'YYYY-MM-DD') as day, reason as kind, sum(abs(amount_cents))::int as cents
    from ledger_entry where account = 'gateway' and at >= ${from} and at < ${to}
    group by 1, 2`.execute(db);
  return rows;
}

/** When money moved first. */
export const firstMovementAt = async (db: Database): Promise<Date | null> =>
  (
    await db
      .selectFrom("ledger_entry")
      .select("at")
      .where("account", "=", "gateway")
      .orderBy("at")
      .limit(1)
      .executeTakeFirst()
  )?.at ?? null;
