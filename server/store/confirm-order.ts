import { dollarsText } from "#contract/shapes.ts";
import { transact } from "#server/platform/database/open.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById } from "#server/auth/public.ts";
import type { NewOrder } from "./jobs.ts";
import { isBought } from "./order-machine.ts";
import { lockOrder, noteEvent } from "./orders.ts";
import { recordProgress } from "./settle-order.ts";

/**
 * What follows once a cart order is paid: it goes to those who pack it, and she gets a mail and a receipt. Told any number of times, it
 * happens once.
 */
export async function confirmCartOrder(services: Services, { orderId, kind }: NewOrder): Promise<void> {
  if (kind !== "cart") return;
  await transact(services.db, async (tx) => {
    const inTx = { ...services, db: tx };
    const order = await lockOrder(tx, orderId);
    if (!order || !isBought(order.status)) return;
    if (!(await noteEvent(tx, orderId, "confirmed", services.clock.now()))) return;
    if (order.status === "paid") await recordProgress(inTx, orderId, "pharmacy");
    const { email, firstname } = await patientById(inTx, order.patient_id);
    const values = {
      firstname: greetingName(firstname),
      ordernumber: order.number ?? "",
      total: dollarsText(order.total_cents),
      link: `${services.config.publicUrl}/order/${orderId}`,
    };
    await queueMail(inTx, { mail: "order_placed", to: email, values, dedupeKey: `order_placed:${orderId}` });
    if (order.total_cents > 0)
      await queueMail(inTx, { mail: "receipt", to: email, values, dedupeKey: `receipt:${orderId}` });
  });
}
