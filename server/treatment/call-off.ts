import type { TxServices } from "#server/platform/services.ts";
import { callOffCharge } from "#server/payment/public.ts";

/**
 * Charges for supplies of these subscriptions that are under way and that no gateway has made yet are not made any more; one that was made is
 * given back when that is known. What else they were to pay for is planned again.
 */
export async function callOffUnderWay({ db }: TxServices, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const underWay = await db
    .selectFrom("prescription_order")
    .select("order_id")
    .distinct()
    .where("subscription_id", "in", [...subscriptionIds])
    .where("status", "=", "ordered")
    .where("settled_at", "is", null)
    .where("one_off", "=", false)
    .execute();
  for (const { order_id } of underWay) if (order_id !== null) await callOffCharge(db, order_id);
}
