import { inTransaction } from "../../../database/open.ts";
import { type Refund, type RefundInput } from "../../port.ts";
import { EmulatorRefused, type Emulator, sandboxId, type SandboxTx } from "./emulator.ts";
import { appendRefundFailed } from "./events.ts";
import { runIdempotent } from "./idempotency.ts";
import { changeIntent, lockIntent } from "./intent-rows.ts";
import { refunded } from "./intent-rules.ts";
import { recordMovement } from "./movements.ts";

export function refund(emulator: Emulator, input: Omit<RefundInput, "idempotencyKey">, key: string): Promise<Refund> {
  return runIdempotent(emulator, key, { call: "refund", input }, async (tx) => {
    await lockIntent(tx, input.intentId);
    const earlier = await tx
      .selectFrom("sandbox.refund")
      .selectAll()
      .where("refund_id", "=", input.refundId)
      .executeTakeFirst();
    if (earlier !== undefined && earlier.intent_id !== input.intentId) {
      throw new EmulatorRefused("invalid_request", "The refund id was used for another intent");
    }
    return earlier === undefined ? createRefund(tx, emulator, input) : presentRefund(earlier);
  });
}

/** A refund made in the gateway's own dashboard. */
export const refundInDashboard = (emulator: Emulator, intentId: string, amount: number): Promise<Refund> =>
  inTransaction(emulator, ({ db: tx }) => createRefund(tx, emulator, { intentId, refundId: null, amount }));

/** The bank sends a refund back: the clinic has the money again. */
export function failRefund(emulator: Emulator, id: string): Promise<void> {
  return inTransaction(emulator, async ({ db: tx }) => {
    const row = await tx
      .updateTable("sandbox.refund")
      .set({ status: "failed" })
      .where("id", "=", id)
      .where("status", "<>", "failed")
      .returningAll()
      .executeTakeFirstOrThrow();
    await tx
      .updateTable("sandbox.intent")
      .set(({ eb }) => ({ amount_refunded: eb("amount_refunded", "-", row.amount) }))
      .where("id", "=", row.intent_id)
      .execute();
    await recordMovement(
      tx,
      { kind: "refund_reversal", intentId: row.intent_id, amount: row.amount },
      emulator.clock.now(),
    );
    await appendRefundFailed(tx, presentRefund(row), row.intent_id, emulator.clock.now());
  });
}

export async function refundsOf({ db }: Emulator, intentId: string): Promise<readonly Refund[]> {
  const rows = await db.selectFrom("sandbox.refund").selectAll().where("intent_id", "=", intentId).execute();
  return rows.map(presentRefund);
}

async function createRefund(
  tx: SandboxTx,
  emulator: Emulator,
  { intentId, refundId, amount }: { intentId: string; refundId: string | null; amount: number },
): Promise<Refund> {
  await changeIntent(tx, emulator, intentId, "charge.refunded", (state) => refunded(state, amount));
  await recordMovement(tx, { kind: "refund", intentId, amount }, emulator.clock.now());
  const row = await tx
    .insertInto("sandbox.refund")
    .values({ id: sandboxId("re"), refund_id: refundId, intent_id: intentId, amount, created_at: emulator.clock.now() })
    .returningAll()
    .executeTakeFirstOrThrow();
  return presentRefund(row);
}

const presentRefund = (row: { id: string; refund_id: string | null; amount: number; status: string }): Refund => ({
  id: row.id,
  refundId: row.refund_id,
  amount: row.amount,
  status: row.status as Refund["status"],
});
