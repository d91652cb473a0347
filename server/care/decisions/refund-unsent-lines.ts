import { v5 } from "uuid";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { cancelLine, linesOf, lockOrder, refundOrder } from "#server/orders/public.ts";
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
  const { db, clock } = services;
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
    const lines = (await linesOf(db, [id])).filter(({ cancelled_at }) => cancelled_at === null);
    const cancelled = lines.filter(({ product_id }) => product_id === productId);
    await cancelLine(db, id, productId, clock.now());
    const refundable = await refundableCents(db, id);
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
    if (amountCents > 0)
      await refundOrder(services, {
        orderId: id,
        refundId: v5(`${id}:${productId}`, refundIdNamespace),
        amountCents,
        reason: "A doctor stopped the medicine",
      });
  }
}
