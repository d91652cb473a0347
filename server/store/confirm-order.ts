import { dollarsText } from "#contract/shapes.ts";
import { transact } from "#server/platform/database/open.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import { tell } from "#server/notifications/public.ts";
import type { NewOrder } from "./jobs.ts";
import { isBought } from "./order-machine.ts";
import { lockOrder, noteEvent, type OrderRow } from "./orders.ts";
import { recordProgress } from "./settle-order.ts";

/** What follows once a cart order is paid. Told any number of times, it happens once. */
export async function confirmCartOrder(services: Services, { orderId, kind }: NewOrder): Promise<void> {
  if (kind !== "cart") return;
  await transact(services.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order && isBought(order.status)) await confirmOrder({ ...services, db: tx }, order);
  });
}

/** A paid order goes to those who pack it, and she gets a mail and a receipt; once. In the transaction of the caller. */
export async function confirmOrder(parts: TxServices, order: OrderRow): Promise<void> {
  const { db, clock } = parts;
  if (!(await noteEvent(db, order.id, "confirmed", clock.now()))) return;
  if (order.status === "paid") await recordProgress(parts, order.id, "pharmacy");
  const { id, patient_id: patientId, kind } = order;
  const values = { ordernumber: order.number ?? "", total: dollarsText(order.total_cents), orderid: id };
  // A renewal is no news, so its receipt says it all.
  if (kind === "renewal") return tell(parts, { patientId, what: "renewal_charged", values, dedupeKey: id });
  await tell(parts, { patientId, what: "order_placed", values, dedupeKey: id });
  if (order.total_cents > 0) await sendReceipt(parts, order);
}

async function sendReceipt(parts: TxServices, { id, patient_id, number, total_cents }: OrderRow): Promise<void> {
  const { email, firstname } = await patientById(parts, patient_id);
  const values = {
    firstname: greetingName(firstname),
    ordernumber: number ?? "",
    total: dollarsText(total_cents),
    link: `${parts.config.publicUrl}/order/${id}`,
  };
  await queueMail(parts, { mail: "receipt", to: email, values, dedupeKey: `receipt:${id}` });
}
