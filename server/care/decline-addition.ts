import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { isClosedUnpaid, lockOrdersOf, orderById, voidDeclinedOrder } from "#server/store/public.ts";
import { type UpsellRequestRow, updateUpsellRequest, lockUpsellRequest } from "./additions.ts";
import { upsellDeclineObstacle } from "./decisions/upsells/upsell-rules.ts";
import { upsellNoteSealContext, postDoctorsNote } from "./addition-words.ts";
import { requireLicensedDoctor } from "./matching/assign-doctor.ts";
import { latestCase, treatingDoctor } from "./cases/cases.ts";
import type { DeclineInput } from "./decline.ts";
import { sealText } from "./sealed-words.ts";

/** Where the patient reads the reason. */
const conversationPath = "/messages/doctor";

/**
 * Declines an upsell request, once: a job voids the authorization or refunds the capture, and the patient is notified and reads the reason
 * in a message from the doctor. `wrong_state` after a decision. Joins the transaction of `db`.
 */
export function declineUpsell(
  services: Services,
  { patient_id: patientId, order_id: orderId }: Pick<UpsellRequestRow, "patient_id" | "order_id">,
  { reason, doctorid }: DeclineInput,
): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const txServices = { ...services, db: tx };
    await lockOrdersOf(tx, patientId);
    const found = await lockUpsellRequest(tx, orderId);
    const order = await orderById(tx, orderId);
    const message = found
      ? upsellDeclineObstacle({ status: found.status, orderStatus: order?.status ?? null })
      : undefined;
    if (!found || message !== null) throw new Refusal("wrong_state", message ? { message } : {});
    const latest = await latestCase(tx, patientId);
    const doctorId =
      doctorid === undefined
        ? latest && treatingDoctor(latest)
        : await requireLicensedDoctor(txServices, patientId, doctorid);
    if (!doctorId) throw new Refusal("wrong_state", { message: "Please name the doctor who decides." });
    const now = services.clock.now();
    await updateUpsellRequest(tx, found.id, "open", {
      status: "declined",
      doctor_id: doctorId,
      decided_at: now,
      settled_at: now,
      note_sealed: sealText(services.secrets, reason, upsellNoteSealContext(found.id)),
    });
    if (order && !isClosedUnpaid(order.status)) await voidDeclinedOrder(txServices, orderId);
    await postDoctorsNote(txServices, { patientId, doctorId, additionId: found.id, text: reason });
    const values = { ordernumber: order?.number ?? "" };
    await notifyAndMail(txServices, {
      patientId,
      what: "plan_declined",
      values,
      href: conversationPath,
      dedupeKey: found.id,
    });
  });
}
