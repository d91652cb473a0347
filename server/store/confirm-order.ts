import { dollarsText } from "#contract/shapes.ts";
import { transact } from "#server/platform/database/open.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
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
  const { db, clock, config } = parts;
  if (!(await noteEvent(db, order.id, "confirmed", clock.now()))) return;
  if (order.status === "paid") await recordProgress(parts, order.id, "pharmacy");
  const { email, firstname } = await patientById(parts, order.patient_id);
  const values = {
    firstname: greetingName(firstname),
    ordernumber: order.number ?? "",
    total: dollarsText(order.total_cents),
    link: `${config.publicUrl}/order/${order.id}`,
  };
  for (const mail of mailsOf(order))
    await queueMail(parts, { mail, to: email, values, dedupeKey: `${mail}:${order.id}` });
}

/** A renewal is no news, so its receipt says it all. */
function mailsOf({ kind, total_cents }: OrderRow): readonly ("order_placed" | "receipt" | "renewal_charged")[] {
  if (kind === "renewal") return ["renewal_charged"];
  return total_cents > 0 ? ["order_placed", "receipt"] : ["order_placed"];
}
