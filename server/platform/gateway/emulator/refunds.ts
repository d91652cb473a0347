import { GatewayRefused, type Refund, type RefundInput } from "../port.ts";
import { type Books, sandboxId } from "./books.ts";
import { once } from "./idempotency.ts";
import { changeIntent, lockIntent } from "./intent-rows.ts";
import { refunded } from "./intent-rules.ts";

export function refund(books: Books, input: Omit<RefundInput, "idempotencyKey">, key: string): Promise<Refund> {
  return once(books, key, { call: "refund", input }, async (tx) => {
    await lockIntent(tx, input.intentId);
    const earlier = await tx
      .selectFrom("sandbox.refund")
      .selectAll()
      .where("refund_id", "=", input.refundId)
      .executeTakeFirst();
    if (earlier !== undefined && earlier.intent_id !== input.intentId) {
      throw new GatewayRefused("invalid_request", "The refund id was used for another intent");
    }
    if (earlier !== undefined) return presentRefund(earlier);
    await changeIntent(tx, books, input.intentId, "charge.refunded", (state) => refunded(state, input.amount));
    const row = { id: sandboxId("re"), refund_id: input.refundId, intent_id: input.intentId, amount: input.amount };
    await tx
      .insertInto("sandbox.refund")
      .values({ ...row, created_at: books.clock.now() })
      .execute();
    return presentRefund(row);
  });
}

export async function refundsOf({ db }: Books, intentId: string): Promise<readonly Refund[]> {
  const rows = await db.selectFrom("sandbox.refund").selectAll().where("intent_id", "=", intentId).execute();
  return rows.map(presentRefund);
}

const presentRefund = (row: { id: string; refund_id: string; amount: number }): Refund => ({
  id: row.id,
  refundId: row.refund_id,
  amount: row.amount,
  status: "succeeded",
});
