import type { Database } from "#server/platform/database/open.ts";

/** The patient's first paid order with a product, even if refunded since; undefined if there is none. */
export async function firstPurchase(
  db: Database,
  patientId: string,
  productId: string,
): Promise<{ readonly orderId: string; readonly placedAt: Date } | undefined> {
  const found = await db
    .selectFrom("customer_order")
    .innerJoin("order_line", "order_line.order_id", "customer_order.id")
    .select(["customer_order.id", "customer_order.placed_at"])
    .where("customer_order.patient_id", "=", patientId)
    .where("order_line.product_id", "=", productId)
    .where("customer_order.status", "in", ["paid", "shipped", "delivered", "refunded"])
    .orderBy("customer_order.placed_at")
    .orderBy("customer_order.id")
    .limit(1)
    .executeTakeFirst();
  return found && { orderId: found.id, placedAt: found.placed_at };
}
