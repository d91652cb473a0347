import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { isDead, lockOrdersOf, orderById, settleDeclined } from "#server/store/public.ts";
import { type AdditionRow, changeAddition, lockAdditionOf } from "./additions.ts";
import { declineObstacle } from "./addition-rules.ts";
import { additionNoteOf, writeToHer } from "./addition-words.ts";
import { doctorToRenew } from "./assign-doctor.ts";
import { latestCase, treatingDoctor } from "./cases.ts";
import type { Decline } from "./decline.ts";
import { sealWords } from "./sealed-words.ts";

/** Where she reads why. */
const conversation = "/messages/doctor";

/**
 * Does not prescribe what she added, once: a job lets the held amount go or gives back what was taken, she is told, and reads why in a message of her doctor.
 * `wrong_state` after a decision. Joins the transaction of `db`.
 */
export function declineAddition(
  parts: Services,
  { patient_id: patientId, order_id: orderId }: Pick<AdditionRow, "patient_id" | "order_id">,
  { reason, doctorid }: Decline,
): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    await lockOrdersOf(tx, patientId);
    const found = await lockAdditionOf(tx, orderId);
    const order = await orderById(tx, orderId);
    const message = found ? declineObstacle({ status: found.status, orderStatus: order?.status ?? null }) : undefined;
    if (!found || message !== null) throw new Refusal("wrong_state", message ? { message } : {});
    const known = await latestCase(tx, patientId);
    const doctorId =
      doctorid === undefined ? known && treatingDoctor(known) : await doctorToRenew(inTx, patientId, doctorid);
    if (!doctorId) throw new Refusal("wrong_state", { message: "Please name the doctor who decides." });
    const now = parts.clock.now();
    await changeAddition(tx, found.id, "open", {
      status: "declined",
      doctor_id: doctorId,
      decided_at: now,
      settled_at: now,
      note_sealed: sealWords(parts.secrets, reason, additionNoteOf(found.id)),
    });
    if (order && !isDead(order.status)) await settleDeclined(inTx, orderId);
    await writeToHer(inTx, { patientId, doctorId, additionId: found.id, text: reason });
    const values = { ordernumber: order?.number ?? "" };
    await tell(inTx, { patientId, what: "plan_declined", values, href: conversation, dedupeKey: found.id });
  });
}
