import { v5 } from "uuid";
import { formatCents } from "#contract/fields/fields.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { refundableCents } from "#server/payment/public.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { linesOf, orderById, type OrderRow, refundOrder } from "#server/orders/public.ts";
import { isFullyCancelled, type Parcel, recordShipped } from "#server/treatment/public.ts";
import { dispensableProducts } from "#server/prescriptions/public.ts";

/** Namespace of the refund ids derived from a request's idempotency key. */
const refundIdNamespace = "0b0a5a53-3b5e-4f0e-8d2b-6f1f6f7f9a11";

/**
 * Records that an order's parcel has left the pharmacy and notifies the patient; a repeat corrects the tracking. `prescription_needed` when
 * a doctor has not approved all of it, `wrong_state` when it is not paid, was cancelled or was delivered.
 */
export function shipOrder(
  services: Services & Refuses<"prescription_needed" | "wrong_state">,
  orderId: string,
  parcel: Parcel,
): Promise<void> {
  return inTransaction(services, async (tx) => {
    const order = await orderById(tx.db, orderId);
    if (!order) throw new Refusal("not_found");
    await lockPatientOrders(tx.db, order.patient_id);
    const lines = (await linesOf(tx.db, [orderId])).filter(({ cancelled_at }) => cancelled_at === null);
    if (lines.length === 0 || (await isFullyCancelled(tx.db, orderId)))
      throw services.refuse("wrong_state", { message: "The patient canceled this order. It is refunded or voided." });
    const prescribed = await dispensableProducts(tx.db, order.patient_id);
    if (lines.some((line) => line.prescription && !prescribed.has(line.product_id)))
      throw services.refuse("prescription_needed");
    if (!(await recordShipped(tx, orderId, parcel))) return;
    const values = {
      ordernumber: order.number ?? "",
      carrier: parcel.carrier,
      tracking: parcel.trackingNumber,
      orderid: orderId,
    };
    await notifyAndMail(tx, { patientId: order.patient_id, template: "order_shipped", values, dedupeKey: orderId });
  });
}

export interface RefundInput {
  readonly orderId: string;
  /** In cents; null: all that is left of what was paid. */
  readonly amountCents: number | null;
  readonly reason: string;
  /** Idempotency key of the request; the same key is the same refund. */
  readonly key: string;
}

/** Enqueues a refund. `payment_pending` while the bank has not answered, `wrong_state` beyond what was paid. Joins the transaction of `db`. */
export async function issueRefund(
  services: (Services | TxServices) & Refuses<"payment_pending" | "wrong_state">,
  { orderId, amountCents, reason, key }: RefundInput,
): Promise<void> {
  const order = await orderById(services.db, orderId);
  if (!order) throw new Refusal("not_found");
  if (order.status === "unknown" || order.status === "authorizing") throw services.refuse("payment_pending");
  const refundable = await refundableCents(services.db, orderId);
  const amount = amountCents ?? refundable;
  if (amount < 1 || amount > refundable)
    throw services.refuse("wrong_state", { message: `At most ${formatCents(refundable)} can be refunded.` });
  const refundId = v5(`${orderId}:${key}`, refundIdNamespace);
  await inTransaction(services, async (tx) => {
    await refundOrder(tx, { orderId, refundId, amountCents: amount, reason });
    await notifyRefunded(tx, order, { refundId, amountCents: amount });
  });
}

/** Notifies the patient of a refund; once for each. */
export async function notifyRefunded(
  services: TxServices,
  { id, number, patient_id }: OrderRow,
  { refundId, amountCents }: { readonly refundId: string; readonly amountCents: number },
): Promise<void> {
  const values = { ordernumber: number ?? "", total: formatCents(amountCents), orderid: id };
  await notifyAndMail(services, { patientId: patient_id, template: "order_refunded", values, dedupeKey: refundId });
}
