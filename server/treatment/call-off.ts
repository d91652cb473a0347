import type { TxServices } from "#server/platform/services.ts";
import { callOffCharge } from "#server/payment/public.ts";
import type { OrderRow } from "#server/store/public.ts";
import { refundSupply } from "./refund-supply.ts";
import { changeSupplies, isCalledOff, type SubscriptionRow, suppliesOfOrder } from "./supply-queries.ts";

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

/** First supplies of subscriptions that are cancelled while their order is being paid are not sent: `giveBackFirst` gives their money back. */
export async function callOffFirst({ db }: TxServices, cancelled: readonly SubscriptionRow[]): Promise<void> {
  for (const { id, order_id } of cancelled.filter(({ status }) => status === "pending")) {
    const first = (await suppliesOfOrder(db, order_id)).filter(({ subscription_id }) => subscription_id === id);
    await changeSupplies(
      db,
      first.map((supply) => supply.id),
      { status: "cancelled" },
    );
  }
}

/** The order that begins subscriptions was paid: what she cancelled meanwhile is given back. Whether nothing of it is to be sent. */
export async function giveBackFirst(parts: TxServices, order: OrderRow): Promise<boolean> {
  for (const supply of await suppliesOfOrder(parts.db, order.id))
    if (supply.status === "cancelled") await refundSupply(parts, order, supply);
  return isCalledOff(parts.db, order.id);
}
