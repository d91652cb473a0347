import type { TxServices } from "#server/platform/services.ts";
import { releaseOrderDiscounts } from "#server/store/public.ts";
import { subscriptionRows } from "../queries.ts";

/**
 * The coupon of a first order that is owed, or a discount she had earned, stays used while a supply has it, planned, owed or paid. Once none
 * has it any more, it may be used again; `orderId`: an order that came to nothing, and whose supplies may never have had it. In the
 * transaction of a caller who holds the lock of her orders.
 */
export async function releaseUnusedDiscounts(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  orderId?: string,
): Promise<void> {
  const { supplies: prescriptionOrders } = await subscriptionRows(db, patientId);
  const discountOrderIds = new Set(prescriptionOrders.flatMap(({ discount_order_id }) => discount_order_id ?? []));
  if (orderId !== undefined) discountOrderIds.add(orderId);
  for (const { discount_order_id, status } of prescriptionOrders)
    if (discount_order_id !== null && (status === "scheduled" || status === "ordered"))
      discountOrderIds.delete(discount_order_id);
  for (const discountOrderId of discountOrderIds) await releaseOrderDiscounts(db, discountOrderId, clock.now());
}
