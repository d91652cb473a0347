import type { Tx } from "#server/platform/database/open.ts";
import type { IntentRow } from "#server/payment/public.ts";
import { releaseCoupon } from "./coupons.ts";
import { releaseEarnedDiscount } from "./earned-discounts.ts";
import type { OrderRow } from "./orders.ts";

/**
 * An order that was approved, and whose money could not be taken, is owed with its discount: the use of its coupon stays hers, and so does
 * what she earned. So is a renewal whose charge failed. Who collects what is owed gives it back where nothing comes of it.
 */
export const staysOwed = (
  { kind }: Pick<OrderRow, "kind">,
  { settle: capture_or_void }: Pick<IntentRow, "settle">,
): boolean => capture_or_void === "capture" || kind === "renewal";

/** Gives back what an order that came to nothing was discounted by, once: the use of its coupon, or the discount she earned. */
export async function releaseOrderDiscounts(tx: Tx, orderId: string, now: Date): Promise<void> {
  await releaseCoupon(tx, orderId, now);
  await releaseEarnedDiscount(tx, orderId);
}
