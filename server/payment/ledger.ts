import type { Tx } from "#server/platform/database/open.ts";

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
