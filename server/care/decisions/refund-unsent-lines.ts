import { v5 } from "uuid";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { cancelLine, type LineRow, linesOf, lockOrder, refundOrder } from "#server/orders/public.ts";
import { refundableCents, requestChargeCancel } from "#server/payment/public.ts";

/** UUID namespace of the refund ids of lines that are not sent. */
const refundIdNamespace = "3f0d5f0e-52d1-4e39-9a52-6e8f3e3f0f55";

/**
 * Takes a product out of the patient's cart orders: a charge under way is cancelled, a paid line that has not left the pharmacy is refunded. What
 * subscriptions ordered is not touched. Runs under the lock of the patient's orders.
 */
export async function refundUnsentLines(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  productId: string,
): Promise<void> {
  const { db } = services;
  const orders = await db
    .selectFrom("customer_order")
    .innerJoin("order_line", "order_line.order_id", "customer_order.id")
    .select("customer_order.id")
    .distinct()
    .where("customer_order.patient_id", "=", patientId)
    .where("customer_order.kind", "=", "cart")
    .where("customer_order.status", "in", ["pending", "authorizing", "unknown", "paid"])
    .where("order_line.product_id", "=", productId)
    .where("order_line.cancelled_at", "is", null)
    .execute();
  for (const { id } of orders) {
    const order = await lockOrder(db, id);
    if (order?.status !== "paid") {
      await requestChargeCancel(db, id);
      continue;
    }
    await cancelPaidLines(services, id, {
      isCancelled: ({ product_id }) => product_id === productId,
      refundId: v5(`${id}:${productId}`, refundIdNamespace),
      reason: "A doctor stopped the medicine",
    });
  }
}

/**
 * Lines of a paid order are not sent: they are cancelled and refunded, the last ones with all that is left of the order. Returns the lines and the
 * refunded amount in cents. The caller holds the order's lock.
 */
export async function cancelPaidLines(
  services: TxServices & Refuses<"wrong_state">,
  orderId: string,
  {
    isCancelled,
    refundId,
    reason,
  }: { readonly isCancelled: (line: LineRow) => boolean; readonly refundId: string; readonly reason: string },
): Promise<{ readonly cancelled: readonly LineRow[]; readonly amountCents: number }> {
  const { db, clock } = services;
  const lines = (await linesOf(db, [orderId])).filter(({ cancelled_at }) => cancelled_at === null);
  const cancelled = lines.filter(isCancelled);
  for (const { product_id } of cancelled) await cancelLine(db, orderId, product_id, clock.now());
  const refundable = await refundableCents(db, orderId);
  const amountCents =
    cancelled.length === lines.length
      ? refundable
      : Math.min(
          refundable,
          cancelled.reduce(
            (sum, each) => sum + each.unit_price_cents * each.quantity - each.discount_cents + each.tax_cents,
            0,
          ),
        );
  if (amountCents > 0) await refundOrder(services, { orderId, refundId, amountCents, reason });
  return { cancelled, amountCents };
}
