import { v5 } from "uuid";
import { formatCents, toCents } from "#contract/fields/numbers.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { lockOrder, orderById, type OrderRow, refundOrder } from "#server/orders/public.ts";
import { refundableCents } from "#server/payment/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

/** Namespace of the refund ids derived from a request's idempotency key. */
const refundIdNamespace = "0b0a5a53-3b5e-4f0e-8d2b-6f1f6f7f9a11";

export interface RefundInput {
  readonly orderId: string;
  /** In cents; null: all that is left of what was paid. */
  readonly amountCents: number | null;
  readonly reason: string;
  /** Idempotency key of the request; the same key is the same refund. */
  readonly key: string;
}

/**
 * Enqueues a refund. `payment_pending` while the bank has not answered, `wrong_state` beyond what was paid. Joins the transaction of `db`.
 */
export async function issueRefund(
  services: (Services | TxServices) & Refuses<"payment_pending" | "wrong_state">,
  { orderId, amountCents, reason, key }: RefundInput,
): Promise<void> {
  const order = await orderById(services.db, orderId);
  if (!order) throw new Refusal("not_found");
  if (orderStates.charging.has(order.status)) throw services.refuse("payment_pending");
  const refundable = await refundableCents(services.db, orderId);
  const amount = amountCents ?? refundable;
  if (amount < 1 || amount > refundable)
    throw services.refuse("wrong_state", { message: `At most ${formatCents(refundable)} can be refunded.` });
  const refundId = v5(`${orderId}:${key}`, refundIdNamespace);
  await inTransaction(services, async (tx) => {
    await refundOrder(tx, { orderId, refundId, amountCents: amount, reason });
    await notifyRefunded(tx, order, { refundId, amountCents: amount });
  });
}

/**
 * `conflict` where another amount is left than whoever refunds has read, in dollars: something was refunded since, by a person, or because a decision or a
 * cancellation had it follow. Locks the order.
 */
export async function requireUnrefunded(
  { refuse }: Refuses<"conflict">,
  tx: TxServices,
  orderId: string,
  read: number | undefined,
): Promise<void> {
  await lockOrder(tx.db, orderId);
  const refundable = await refundableCents(tx.db, orderId);
  if (read !== undefined && toCents(read) !== refundable)
    throw refuse("conflict", {
      message: `${formatCents(refundable)} of this order can be refunded now, which isn't what you read. Please look at its refunds first.`,
    });
}

/** Notifies the patient of a refund; once for each. */
export async function notifyRefunded(
  services: TxServices,
  { id, number, patient_id }: OrderRow,
  { refundId, amountCents }: { readonly refundId: string; readonly amountCents: number },
): Promise<void> {
  const values = { ordernumber: number ?? "", total: formatCents(amountCents), orderid: id };
  await notifyAndMail(services, { patientId: patient_id, template: "order_refunded", values, dedupeKey: refundId });
}
