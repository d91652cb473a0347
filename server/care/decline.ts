import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { isClosedUnpaid, lockOrdersOf, orderById, voidDeclinedOrder } from "#server/store/public.ts";
import { cancelPendingSubscriptions } from "#server/treatment/public.ts";
import { chooseDecidingDoctor } from "./matching/assign-doctor.ts";
import { updateCase, latestCase, lockCase } from "./cases/cases.ts";
import { planDeclineObstacle } from "./decisions/plans/plan-rules.ts";
import { caseNoteSealContext, sealText } from "./sealed-words.ts";

export interface DeclineInput {
  /** Shown to the patient. */
  readonly reason: string;
  readonly doctorid?: string | undefined;
}

/**
 * Declines the plan, once: a job voids the authorization or refunds the capture, and the patient is notified. `wrong_state` after a
 * decision. Joins the transaction of `db`.
 */
export function declinePlan(services: Services, patientId: string, { reason, doctorid }: DeclineInput): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const txServices = { ...services, db: tx };
    await lockOrdersOf(tx, patientId);
    const latest = await latestCase(tx, patientId);
    const found = latest && (await lockCase(tx, latest.id));
    const order = found && (await orderById(tx, found.order_id));
    const message = planDeclineObstacle({ caseStatus: found?.status ?? null, orderStatus: order?.status ?? null });
    if (!found || message !== null) throw new Refusal("wrong_state", message === null ? {} : { message });
    const doctor_id =
      doctorid === undefined ? found.doctor_id : await chooseDecidingDoctor(txServices, found, doctorid);
    const now = services.clock.now();
    await updateCase(tx, found.id, ["submitted", "accepted"], {
      status: "declined",
      doctor_id,
      decided_at: now,
      settled_at: now,
      note_sealed: sealText(services.secrets, reason, caseNoteSealContext(found.id)),
    });
    await cancelPendingSubscriptions(txServices, found.order_id);
    if (order && !isClosedUnpaid(order.status)) await voidDeclinedOrder(txServices, found.order_id);
    const values = { ordernumber: order?.number ?? "" };
    await notifyAndMail(txServices, { patientId, what: "plan_declined", values, dedupeKey: found.id });
  });
}
