import { formatCents } from "#contract/fields/numbers.ts";
import { patientById } from "#server/auth/public.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { greetingName, queuePatientMail } from "#server/platform/mail/queue-mail.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import type { OrderRef } from "./jobs.ts";
import { isPlaced } from "./order-status.ts";
import { linesOf, lockOrder, recordOrderEvent, type OrderRow } from "./orders.ts";
import { recordFulfillment } from "./payments/capture-or-void.ts";

/** Confirms a cart order once it is paid, if anything of it is to be sent. May be called any number of times; it is confirmed once. */
export async function confirmCartOrder(
  services: Services & Refuses<"wrong_state">,
  { orderId, kind }: OrderRef,
): Promise<void> {
  if (kind !== "cart") return;
  await inTransaction(services, async (tx) => {
    const order = await lockOrder(tx.db, orderId);
    if (!order || !isPlaced(order.status)) return;
    const lines = await linesOf(tx.db, [orderId]);
    if (lines.some(({ cancelled_at }) => cancelled_at === null)) await confirmOrder(tx, order);
  });
}

/** Hands a paid order to fulfillment and sends the patient a mail and a receipt, once. Runs in the caller's transaction. */
export async function confirmOrder(services: TxServices & Refuses<"wrong_state">, order: OrderRow): Promise<void> {
  const { db, clock } = services;
  if (!(await recordOrderEvent(db, order.id, "confirmed", clock.now()))) return;
  if (order.status === "paid") await recordFulfillment(services, order.id, "pharmacy");
  const { id, patient_id: patientId, kind } = order;
  const values = { ordernumber: order.number ?? "", total: formatCents(order.total_cents), orderid: id };
  // The receipt alone is enough for a renewal order.
  if (kind === "renewal")
    return notifyAndMail(services, { patientId, template: "renewal_charged", values, dedupeKey: id });
  await notifyAndMail(services, { patientId, template: "order_placed", values, dedupeKey: id });
  if (order.total_cents > 0) await sendReceipt(services, order);
}

async function sendReceipt(services: TxServices, { id, patient_id, number, total_cents }: OrderRow): Promise<void> {
  const { email, firstname } = await patientById(services, patient_id);
  const values = {
    firstname: greetingName(firstname),
    ordernumber: number ?? "",
    total: formatCents(total_cents),
    link: `${services.config.publicUrl}/order/${id}`,
  };
  await queuePatientMail(services, { patientId: patient_id, mail: "receipt", to: email, values });
}
