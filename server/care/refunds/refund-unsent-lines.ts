import { v5 } from "uuid";
import {
  cancelLine,
  type LineRow,
  linesOf,
  lockOrder,
  orderById,
  type OrderRef,
  type OrderRow,
  refundOrder,
  unsentLines,
} from "#server/orders/public.ts";
import { refundableCents, requestChargeCancel } from "#server/payment/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { endedPrescriptionProducts } from "#server/prescriptions/public.ts";
import { prescriptionOrdersOfOrder, refundPrescriptionOrder } from "#server/treatment/public.ts";
import { notifyRefunded } from "./refund-order.ts";

/** UUID namespace of the refund ids of lines that are not sent. */
const refundIdNamespace = "3f0d5f0e-52d1-4e39-9a52-6e8f3e3f0f55";

/**
 * Takes a product out of the patient's cart orders: a charge under way is cancelled, a paid line that has not left the pharmacy is refunded. What
 * subscriptions ordered is not touched. Runs under the lock of the patient's orders.
 */
export async function refundUnsentLines(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  productId: string,
): Promise<void> {
  const { db } = services;
  const orders = await db
    .selectFrom("customer_order")
    .innerJoin("order_line", "order_line.order_id", "customer_order.id")
    .select("customer_order.id")
    .distinct()
    .where("customer_order.patient_id", "=", patientId)
    .where("customer_order.kind", "=", "cart")
    .where("customer_order.status", "in", orderStates.chargingOrToSend.list)
    .where("order_line.product_id", "=", productId)
    .where("order_line.cancelled_at", "is", null)
    .execute();
  for (const { id } of orders) {
    const order = await lockOrder(db, id);
    if (order && orderStates.toSend.has(order.status)) await refundProduct(services, order, productId);
    else await requestChargeCancel(db, id);
  }
}

/** A cart order was paid although one of its medicines had ended by then: refunds its lines and notifies the patient. Idempotent. */
export async function refundEndedMedicines(
  services: Services & Refuses<"wrong_state">,
  { orderId, patientId, kind }: OrderRef,
): Promise<void> {
  if (kind !== "cart") return;
  await inTransaction(services, async (tx) => {
    await lockPatientOrders(tx.db, patientId);
    const order = await lockOrder(tx.db, orderId);
    if (!order || !orderStates.toSend.has(order.status)) return;
    for (const productId of await endedPrescriptionProducts(tx.db, orderId)) {
      const refund = await refundProduct(tx, order, productId);
      if (refund.amountCents > 0) await notifyRefunded(tx, order, refund);
    }
  });
}

/**
 * Nothing more of a partly sent order is sent: what hasn't left is cancelled and refunded, and the patient is notified. The caller holds the lock of the
 * patient's orders.
 */
export async function refundRest(services: TxServices & Refuses<"wrong_state">, orderId: string): Promise<void> {
  const { db } = services;
  const order = await lockOrder(db, orderId);
  const unsent = order ? await unsentLines(db, order) : [];
  if (!order || unsent.length === 0) return;
  let amountCents = 0;
  for (const prescriptionOrder of await prescriptionOrdersOfOrder(db, orderId))
    if (
      prescriptionOrder.status === "ordered" &&
      unsent.some(({ product_id }) => product_id === prescriptionOrder.product_id)
    )
      amountCents += await refundPrescriptionOrder(services, order, prescriptionOrder);
  const refundId = v5(`${orderId}:${unsent.map(({ line }) => line).join()}`, refundIdNamespace);
  const reason = "The rest isn't sent";
  amountCents += await cancelPaidLines(services, orderId, { isCancelled: () => true, refundId, reason });
  if (amountCents > 0) await notifyRefunded(services, order, { refundId, amountCents });
}

async function refundProduct(services: TxServices & Refuses<"wrong_state">, { id }: OrderRow, productId: string) {
  const refundId = v5(`${id}:${productId}`, refundIdNamespace);
  const amountCents = await cancelPaidLines(services, id, {
    isCancelled: ({ product_id }) => product_id === productId,
    refundId,
    reason: "The medicine is not prescribed anymore",
  });
  return { refundId, amountCents };
}

/**
 * Lines of a paid order that have not left are not sent: they are cancelled and refunded, the last ones with all that is left of the order. Returns the
 * refunded amount in cents. The caller holds the order's lock.
 */
export async function cancelPaidLines(
  services: TxServices & Refuses<"wrong_state">,
  orderId: string,
  {
    isCancelled,
    refundId,
    reason,
  }: { readonly isCancelled: (line: LineRow) => boolean; readonly refundId: string; readonly reason: string },
): Promise<number> {
  const { db, clock } = services;
  const order = await orderById(db, orderId);
  const lines = (await linesOf(db, [orderId])).filter(({ cancelled_at }) => cancelled_at === null);
  const cancelled = order ? (await unsentLines(db, order)).filter(isCancelled) : [];
  if (cancelled.length === 0 && lines.length > 0) return 0;
  for (const { product_id } of cancelled) await cancelLine(db, orderId, product_id, clock.now());
  const refundable = await refundableCents(db, orderId);
  const amountCents =
    cancelled.length === lines.length
      ? refundable
      : Math.min(
          refundable,
          cancelled.reduce(
            (sum, each) => sum + each.unit_price_cents * each.quantity - each.discount_cents + each.tax_cents,
            0,
          ),
        );
  if (amountCents > 0) await refundOrder(services, { orderId, refundId, amountCents, reason });
  return amountCents;
}
