import type { Database } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Services } from "#server/platform/services.ts";
import { linesOf, type LineRow, type OrderRow } from "../orders.ts";
import { openShipTo, type ShipTo } from "../shipping-address.ts";

/** A paid order with its lines and destination. */
export interface PaidOrder extends Pick<
  OrderRow,
  | "id"
  | "number"
  | "status"
  | "kind"
  | "subtotal_cents"
  | "discount_cents"
  | "tax_cents"
  | "shipping_cents"
  | "total_cents"
  | "coupon_code"
  | "placed_at"
> {
  readonly shipTo: ShipTo;
  readonly lines: readonly LineRow[];
}

/** The patient's paid orders, including those refunded since, oldest first; two queries. */
export async function paidOrdersOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  patientId: string,
): Promise<PaidOrder[]> {
  const orders = await db
    .selectFrom("customer_order")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("status", "in", orderStates.wasPaid.list)
    .orderBy("placed_at")
    .orderBy("id")
    .execute();
  if (orders.length === 0) return [];
  const lines = Map.groupBy(
    await linesOf(
      db,
      orders.map(({ id }) => id),
    ),
    ({ order_id }) => order_id,
  );
  return orders.map((order) => ({ ...order, shipTo: openShipTo(secrets, order), lines: lines.get(order.id) ?? [] }));
}

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
    .where("customer_order.status", "in", orderStates.wasPaid.list)
    .orderBy("customer_order.placed_at")
    .orderBy("customer_order.id")
    .limit(1)
    .executeTakeFirst();
  return found && { orderId: found.id, placedAt: found.placed_at };
}
