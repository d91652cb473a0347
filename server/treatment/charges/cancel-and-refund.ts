import { v5 } from "uuid";
import { type OrderRow, cancelLine, refundOrder } from "#server/orders/public.ts";
import { requestChargeCancel, refundableCents } from "#server/payment/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { restoreFills } from "#server/prescriptions/public.ts";
import {
  updatePrescriptionOrders,
  isFullyCancelled,
  type SubscriptionRow,
  prescriptionOrdersOfOrder,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { releaseUnusedDiscounts } from "./release-unused-discounts.ts";

/** UUID namespace of the refund ids of prescription orders. */
const refundIdNamespace = "7d3f1c52-9a0e-4a6b-8f0d-3c1f5f2a7b64";

/**
 * A paid prescription order is not shipped: its order line is cancelled, the fill it consumed is left again, and a job refunds its amount; with the
 * last one of an order, all that is left. Runs in the transaction of a caller that holds the patient's order lock. Returns the refunded amount in cents.
 */
export async function refundPrescriptionOrder(
  services: TxServices & Refuses<"wrong_state">,
  order: OrderRow,
  prescriptionOrder: PrescriptionOrderRow,
): Promise<number> {
  const { db, clock } = services;
  await updatePrescriptionOrders(db, [prescriptionOrder.id], { status: "cancelled", completed_at: clock.now() });
  await restoreFills(db, [prescriptionOrder]);
  if (prescriptionOrder.product_id !== null) await cancelLine(db, order.id, prescriptionOrder.product_id, clock.now());
  const refundable = await refundableCents(db, order.id);
  const isLast = await isFullyCancelled(db, order.id);
  // A discount becomes available again with the last prescription order it was used for, that of the order itself with the last of its lines.
  await releaseUnusedDiscounts(services, prescriptionOrder.patient_id, isLast ? order.id : undefined);
  const amountCents = isLast ? refundable : Math.min(refundable, prescriptionOrder.amount_cents);
  if (amountCents > 0)
    await refundOrder(services, {
      orderId: order.id,
      refundId: v5(prescriptionOrder.id, refundIdNamespace),
      amountCents,
      reason: "The supply was cancelled",
    });
  return amountCents;
}

/**
 * Cancels charges under way for these subscriptions that no gateway has made yet; one that was made is refunded once that is known. Whatever
 * else they were to pay for is planned again.
 */
export async function cancelChargesUnderWay(
  { db }: TxServices,
  subscriptionIds: readonly string[],
  /** Also what the patient ordered once while the subscription was paused or over. */
  { oneOff }: { readonly oneOff: boolean } = { oneOff: false },
): Promise<void> {
  if (subscriptionIds.length === 0) return;
  const ordersUnderWay = await db
    .selectFrom("prescription_order")
    .select("order_id")
    .distinct()
    .where("subscription_id", "in", [...subscriptionIds])
    .where("status", "=", "ordered")
    .where("completed_at", "is", null)
    .$if(!oneOff, (query) => query.where("one_off", "=", false))
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

/** An order that starts subscriptions was paid: refunds what the patient cancelled before that. Returns whether nothing of it is to be shipped. */
export async function refundCancelledPrescriptionOrders(
  services: TxServices & Refuses<"wrong_state">,
  order: OrderRow,
): Promise<boolean> {
  for (const prescriptionOrder of await prescriptionOrdersOfOrder(services.db, order.id))
    if (prescriptionOrder.status === "cancelled") await refundPrescriptionOrder(services, order, prescriptionOrder);
  return isFullyCancelled(services.db, order.id);
}
