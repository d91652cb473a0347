import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { isDead, lockOrdersOf, orderById, settleDeclined } from "#server/store/public.ts";
import { cancelPending } from "#server/treatment/public.ts";
import { doctorToDecide } from "./assign-doctor.ts";
import { changeCase, latestCase, lockCase } from "./cases.ts";
import { declineObstacle } from "./plan-rules.ts";
import { noteOf, sealWords } from "./sealed-words.ts";

export interface Decline {
  /** In words for the patient. */
  readonly reason: string;
  readonly doctorid?: string | undefined;
}

/** Declines the plan, once: a job lets the held amount go or gives back what was taken, and she is told. `wrong_state` after a decision. Joins the transaction of `db`. */
export function declinePlan(parts: Services, patientId: string, { reason, doctorid }: Decline): Promise<void> {
  return transact(parts.db, async (tx) => {
    const inTx = { ...parts, db: tx };
    await lockOrdersOf(tx, patientId);
    const latest = await latestCase(tx, patientId);
    const found = latest && (await lockCase(tx, latest.id));
    const order = found && (await orderById(tx, found.order_id));
    const message = declineObstacle({ caseStatus: found?.status ?? null, orderStatus: order?.status ?? null });
    if (!found || message !== null) throw new Refusal("wrong_state", message === null ? {} : { message });
    const doctor_id = doctorid === undefined ? found.doctor_id : await doctorToDecide(inTx, found, doctorid);
    const now = parts.clock.now();
    await changeCase(tx, found.id, ["submitted", "accepted"], {
      status: "declined",
      doctor_id,
      decided_at: now,
      settled_at: now,
      note_sealed: sealWords(parts.secrets, reason, noteOf(found.id)),
    });
    await cancelPending(inTx, found.order_id);
    if (order && !isDead(order.status)) await settleDeclined(inTx, found.order_id);
    const values = { ordernumber: order?.number ?? "" };
    await tell(inTx, { patientId, what: "plan_declined", values, dedupeKey: found.id });
  });
}
