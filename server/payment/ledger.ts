import type { Tx, Database } from "#server/platform/database/open.ts";
import type { Ids } from "#server/platform/database/read-together.ts";

export interface LedgerEntry {
  /** Id of the charge, refund or dispute it posts, or a separate id for a reversal; posted once. */
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
}

/** Ledger reasons of money returned to the card, by a refund or by the bank, and of such money coming back. */
const refundKinds = {
  refund: "refund",
  refund_reversal: "returned",
  dispute: "refund",
  dispute_reversal: "returned",
} as const;
const movementKinds: Readonly<Record<string, Movement["kind"]>> = { capture: "payment", ...refundKinds };

/** All payments from and refunds to a patient's cards, oldest first. */
export async function movementsOf(db: Database, patientId: string): Promise<Movement[]> {
  const rows = await db
    .selectFrom("ledger_entry as entry")
    .innerJoin("payment_intent as intent", (join) =>
      join.onRef("intent.order_id", "=", "entry.order_id").on("intent.status", "=", "succeeded"),
    )
    .innerJoin("payment_source as source", "source.id", "intent.payment_source_id")
    .select(["entry.order_id", "entry.reason", "entry.amount_cents", "entry.at", "source.brand", "source.last4"])
    .where("intent.patient_id", "=", patientId)
    .where("entry.account", "=", "gateway")
    .orderBy("entry.at")
    .orderBy("entry.id")
    .execute();
  return rows.flatMap(({ order_id, reason, amount_cents, at, brand, last4 }) => {
    const kind = movementKinds[reason];
    return kind ? [{ orderId: order_id, kind, cents: Math.abs(amount_cents), at, card: { brand, last4 } }] : [];
  });
}

type RefundMovement = Omit<Movement, "card" | "kind"> & {
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
    .where("order_id", "in", orderIds)
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
