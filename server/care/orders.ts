import { v5 } from "uuid";
import { dollarsText } from "#contract/shapes.ts";
import { transact } from "#server/platform/database/open.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { refundableCents } from "#server/payment/public.ts";
import { linesOf, orderById, refundOrder } from "#server/store/public.ts";
import { type Parcel, recordShipped } from "#server/treatment/public.ts";
import { prescribedTo } from "./prescriptions.ts";

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
    const prescribed = await prescribedTo(inTx, order.patient_id);
    const lines = await linesOf(tx, [orderId]);
    if (lines.some((line) => line.prescription && !prescribed.has(line.product_id)))
      throw new Refusal("prescription_needed");
    if (!(await recordShipped(inTx, orderId, parcel))) return;
    const { email, firstname } = await patientById(inTx, order.patient_id);
    const values = {
      firstname: greetingName(firstname),
      ordernumber: order.number ?? "",
      carrier: parcel.carrier,
      tracking: parcel.trackingNumber,
      link: `${parts.config.publicUrl}/order/${orderId}`,
    };
    await queueMail(inTx, { mail: "order_shipped", to: email, values, dedupeKey: `order_shipped:${orderId}` });
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
export async function refund(parts: Services, { orderId, amountCents, reason, key }: Refund): Promise<void> {
  const order = await orderById(parts.db, orderId);
  if (!order) throw new Refusal("not_found");
  if (order.status === "unknown" || order.status === "authorizing") throw new Refusal("payment_pending");
  const left = await refundableCents(parts.db, orderId);
  const amount = amountCents ?? left;
  if (amount < 1 || amount > left)
    throw new Refusal("wrong_state", { message: `At most ${dollarsText(left)} can be refunded.` });
  await refundOrder(parts, { orderId, refundId: v5(`${orderId}:${key}`, refundSpace), amountCents: amount, reason });
}
