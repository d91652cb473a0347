import { FailedTransactionReason } from "#contract/entities.ts";
import { toDollars } from "#contract/shapes.ts";
import { transact } from "#server/platform/database/open.ts";
import { greetingName, queueMail } from "#server/platform/mail/queue-mail.ts";
import type { Services } from "#server/platform/services.ts";
import { patientById, updatePatient } from "#server/auth/public.ts";
import { orderById, recordProgress } from "#server/store/public.ts";
import { activateSubscriptions } from "#server/treatment/public.ts";
import { caseOfOrder, changeCase, lockCase } from "./cases.ts";

/**
 * What follows once the money of an approved plan was taken: the order goes to the pharmacy, its subscriptions run, she is told. Where it
 * could not be taken, her record says so and she is asked for another card. Any number of times, it happens once.
 */
export function settlePlan(parts: Services, orderId: string): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    const known = await caseOfOrder(tx, orderId);
    const found = known && (await lockCase(tx, known.id));
    const order = await orderById(tx, orderId);
    if (found?.status !== "approved" || found.settled_at !== null || !order || order.status === "authorized") return;
    await changeCase(tx, found.id, ["approved"], { settled_at: parts.clock.now() });
    const { email, firstname } = await patientById(inTx, found.patient_id);
    const told = { firstname: greetingName(firstname), total: `$${toDollars(order.total_cents).toFixed(2)}` };
    const { publicUrl } = parts.config;
    if (order.status === "paid") {
      await recordProgress(inTx, orderId, "pharmacy");
      await activateSubscriptions(inTx, orderId);
      const values = { ...told, ordernumber: order.number ?? "", link: `${publicUrl}/order/${orderId}` };
      await queueMail(inTx, { mail: "plan_approved", to: email, values, dedupeKey: `plan_approved:${found.id}` });
      return;
    }
    const reason = FailedTransactionReason.safeParse(order.decline_code).data ?? "generic_decline";
    await updatePatient(inTx, found.patient_id, { failedTransactionReason: reason });
    const values = { ...told, link: `${publicUrl}/account-settings/billing-details` };
    await queueMail(inTx, { mail: "payment_failed", to: email, values, dedupeKey: `payment_failed:${orderId}` });
  });
}
