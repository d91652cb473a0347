import type { TxServices } from "#server/platform/services.ts";
import { requestChargeCancel } from "#server/payment/public.ts";
import type { OrderRow } from "#server/store/public.ts";
import { refundPrescriptionOrder } from "../refund-supply.ts";
import {
  updatePrescriptionOrders,
  isFullyCancelled,
  type SubscriptionRow,
  prescriptionOrdersOfOrder,
} from "../queries.ts";

/**
 * Charges for supplies of these subscriptions that are under way and that no gateway has made yet are not made any more; one that was made is
 * given back when that is known. What else they were to pay for is planned again.
 */
export async function cancelChargesUnderWay({ db }: TxServices, subscriptionIds: readonly string[]): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const ordersUnderWay = await db
    .selectFrom("prescription_order")
    .select("order_id")
    .distinct()
    .where("subscription_id", "in", [...subscriptionIds])
    .where("status", "=", "ordered")
    .where("settled_at", "is", null)
    .where("one_off", "=", false)
    .execute();
  for (const { order_id } of ordersUnderWay) if (order_id !== null) await requestChargeCancel(db, order_id);
}

/** First supplies of subscriptions that are cancelled while their order is being paid are not sent: `refundCancelledPrescriptionOrders` gives their money back. */
export async function cancelFirstPrescriptionOrders(
  { db }: TxServices,
  cancelled: readonly SubscriptionRow[],
): Promise<void> {
  for (const { id, order_id } of cancelled.filter(({ status }) => status === "pending")) {
    const first = (await prescriptionOrdersOfOrder(db, order_id)).filter(
      ({ subscription_id }) => subscription_id === id,
    );
    await updatePrescriptionOrders(
      db,
      first.map((prescriptionOrder) => prescriptionOrder.id),
      { status: "cancelled" },
    );
  }
}

/** The order that begins subscriptions was paid: what she cancelled meanwhile is given back. Whether nothing of it is to be sent. */
export async function refundCancelledPrescriptionOrders(services: TxServices, order: OrderRow): Promise<boolean> {
  for (const prescriptionOrder of await prescriptionOrdersOfOrder(services.db, order.id))
    if (prescriptionOrder.status === "cancelled") await refundPrescriptionOrder(services, order, prescriptionOrder);
  return isFullyCancelled(services.db, order.id);
}
