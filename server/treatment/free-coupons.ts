import type { TxServices } from "#server/platform/services.ts";
import { isDead, orderStates, releaseCoupon } from "#server/store/public.ts";
import { subscriptionRows, type SupplyRow } from "./supply-queries.ts";

/**
 * The coupon of a first order that is owed stays used while a supply has its discount, planned or charged. Once none has it any more, it
 * may be used again. In the transaction of a caller who holds the lock of her orders.
 */
export async function freeCoupons({ db, clock }: Pick<TxServices, "db" | "clock">, patientId: string): Promise<void> {
  const { subscriptions, supplies } = await subscriptionRows(db, patientId);
  const began = await orderStates(db, [...new Set(subscriptions.map(({ order_id }) => order_id))]);
  for (const [orderId, status] of began) {
    if (!isDead(status)) continue;
    const ids = new Set(subscriptions.filter(({ order_id }) => order_id === orderId).map(({ id }) => id));
    const discounted = supplies.some((supply) => ids.has(supply.subscription_id) && hasDiscount(supply, orderId));
    if (!discounted) await releaseCoupon(db, orderId, clock.now());
  }
}

/** It is planned or owed at a discount, or an order after the first charged it so. */
const hasDiscount = ({ discount_cents, status, order_id }: SupplyRow, firstOrderId: string): boolean =>
  discount_cents > 0 && (status === "scheduled" || (order_id !== null && order_id !== firstOrderId));
