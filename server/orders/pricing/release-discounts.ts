import type { Tx } from "#server/platform/database/open.ts";
import type { IntentRow } from "#server/payment/public.ts";
import { releaseCoupon } from "./coupons.ts";
import { releaseEarnedDiscount } from "./earned-discounts.ts";
import type { OrderRow } from "../orders.ts";

/**
 * Whether an order stays owed with its discounts: one that was approved but whose capture failed, and a renewal order whose charge failed. The
 * patient then keeps the coupon use and the earned discount for it; whoever collects what is owed releases them if the order comes to nothing.
 */
export const staysOwed = (
  { kind }: Pick<OrderRow, "kind">,
  { capture_or_void }: Pick<IntentRow, "capture_or_void">,
): boolean => capture_or_void === "capture" || kind === "renewal";

/** Releases the discounts of an order that came to nothing, its coupon use and its earned discount. Idempotent. */
export async function releaseOrderDiscounts(tx: Tx, orderId: string, now: Date): Promise<void> {
  await releaseCoupon(tx, orderId, now);
  await releaseEarnedDiscount(tx, orderId);
}
