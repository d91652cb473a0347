import { releaseOrderDiscounts } from "#server/discounts/public.ts";
import { prescriptionOrderStates } from "#server/platform/database/states.ts";
import type { TxServices } from "#server/platform/services.ts";
import { subscriptionRows } from "../queries.ts";

/**
 * Releases discounts no prescription order uses. The coupon of a past-due first order or an earned discount stays used while a scheduled,
 * past-due or paid prescription order has it; after that it may be used again. `orderId`: an order that came to nothing, whose prescription
 * orders may never have had its discount. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function releaseUnusedDiscounts(
  { db, clock }: Pick<TxServices, "db" | "clock">,
  patientId: string,
  orderId?: string,
): Promise<void> {
  const { prescriptionOrders } = await subscriptionRows(db, patientId);
  const discountOrderIds = new Set(prescriptionOrders.flatMap(({ discount_order_id }) => discount_order_id ?? []));
  if (orderId !== undefined) discountOrderIds.add(orderId);
  for (const { discount_order_id, status } of prescriptionOrders)
    if (discount_order_id !== null && prescriptionOrderStates.live.has(status))
      discountOrderIds.delete(discount_order_id);
  for (const discountOrderId of discountOrderIds) await releaseOrderDiscounts(db, discountOrderId, clock.now());
}
