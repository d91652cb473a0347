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
 * Cancels charges under way for these subscriptions that no gateway has made yet; one that was made is refunded once that is known. Whatever
 * else they were to pay for is planned again.
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

/**
 * Cancels the first prescription orders of subscriptions that were cancelled while their order was being paid: they are not shipped, and
 * `refundCancelledPrescriptionOrders` refunds them.
 */
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

/** An order that starts subscriptions was paid: refunds what the patient cancelled meanwhile. Returns whether nothing of it is to be shipped. */
export async function refundCancelledPrescriptionOrders(services: TxServices, order: OrderRow): Promise<boolean> {
  for (const prescriptionOrder of await prescriptionOrdersOfOrder(services.db, order.id))
    if (prescriptionOrder.status === "cancelled") await refundPrescriptionOrder(services, order, prescriptionOrder);
  return isFullyCancelled(services.db, order.id);
}
