import { v5 } from "uuid";
import { dollarsText } from "#contract/shapes.ts";
import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { refundableCents } from "#server/payment/public.ts";
import { linesOf, lockOrdersOf, orderById, type OrderRow, refundOrder } from "#server/store/public.ts";
import { isCalledOff, type Parcel, recordShipped } from "#server/treatment/public.ts";
import { sendable } from "./prescribe-instead.ts";

/** Namespace of the refund ids that are made from a request's key. */
const refundSpace = "0b0a5a53-3b5e-4f0e-8d2b-6f1f6f7f9a11";

/**
 * The parcel of an order has left the pharmacy, and she is told; again, its tracking is corrected. `prescription_needed` when a doctor
 * has not approved all of it, `wrong_state` when it is not paid or was delivered.
 */
export function shipOrder(parts: Services, orderId: string, parcel: Parcel): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const order = await orderById(tx, orderId);
    if (!order) throw new Refusal("not_found");
    if (await isCalledOff(tx, orderId))
      throw new Refusal("wrong_state", { message: "She cancelled this order; its money goes back." });
    await lockOrdersOf(tx, order.patient_id);
    const prescribed = await sendable(tx, order.patient_id);
    const lines = (await linesOf(tx, [orderId])).filter(({ cancelled_at }) => cancelled_at === null);
    if (lines.some((line) => line.prescription && !prescribed.has(line.product_id)))
      throw new Refusal("prescription_needed");
    if (!(await recordShipped(inTx, orderId, parcel))) return;
    const values = {
      ordernumber: order.number ?? "",
      carrier: parcel.carrier,
      tracking: parcel.trackingNumber,
      orderid: orderId,
    };
    await tell(inTx, { patientId: order.patient_id, what: "order_shipped", values, dedupeKey: orderId });
  });
}

export interface Refund {
  readonly orderId: string;
  /** Null: all that is left of what was paid. */
  readonly amountCents: number | null;
  readonly reason: string;
  /** Of the request; the same key is the same refund. */
  readonly key: string;
}

/** Has a job give money back. `payment_pending` while the bank has not answered, `wrong_state` beyond what was paid. Joins the transaction of `db`. */
export async function refund(
  parts: Services | TxServices,
  { orderId, amountCents, reason, key }: Refund,
): Promise<void> {
  const order = await orderById(parts.db, orderId);
  if (!order) throw new Refusal("not_found");
  if (order.status === "unknown" || order.status === "authorizing") throw new Refusal("payment_pending");
  const left = await refundableCents(parts.db, orderId);
  const amount = amountCents ?? left;
  if (amount < 1 || amount > left)
    throw new Refusal("wrong_state", { message: `At most ${dollarsText(left)} can be refunded.` });
  const refundId = v5(`${orderId}:${key}`, refundSpace);
  await transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    await refundOrder(inTx, { orderId, refundId, amountCents: amount, reason });
    await tellRefunded(inTx, order, { refundId, amountCents: amount });
  });
}

/** Tells her that money comes back; once for each refund. */
async function tellRefunded(
  parts: TxServices,
  { id, number, patient_id }: OrderRow,
  { refundId, amountCents }: { readonly refundId: string; readonly amountCents: number },
): Promise<void> {
  const values = { ordernumber: number ?? "", total: dollarsText(amountCents), orderid: id };
  await tell(parts, { patientId: patient_id, what: "order_refunded", values, dedupeKey: refundId });
}
