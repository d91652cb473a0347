import type { IntentRow } from "#server/payment/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { OrderRow } from "../orders.ts";

/**
 * Whether an unpaid order keeps its discounts: one that a doctor approved, whether its capture failed or all of it comes with charges of their own,
 * and a renewal order whose charge failed. The patient then keeps the coupon use and the earned discount for it; whoever collects what is owed
 * releases them if that comes to nothing.
 */
export async function keepsDiscounts(
  db: Database,
  { id, kind }: Pick<OrderRow, "id" | "kind">,
  { capture_or_void }: Pick<IntentRow, "capture_or_void">,
): Promise<boolean> {
  if (capture_or_void === "capture" || kind === "renewal") return true;
  const approved = db.selectFrom("order_event").select("id").where("order_id", "=", id).where("event", "=", "approved");
  return (await approved.executeTakeFirst()) !== undefined;
}
