import type { TxServices } from "#server/platform/services.ts";
import { reinstatePrescription } from "#server/prescriptions/public.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { releasePrescriptionOrders } from "../prescription-orders/apply-prescription-decision.ts";
import { updateSubscriptions } from "../queries.ts";
import { settleTreatmentChange, waitingTreatmentChange } from "../snapshot/change-queries.ts";

/** What stands in the way of taking a change back: none waits, or nothing was prescribed before it. */
export type WithdrawObstacle = "none_waiting" | "nothing_before";

/**
 * A doctor takes back a change the patient hasn't answered: everything is as before it, also what it stopped. Returns what stands in the way, and has then
 * done nothing that may be kept; null when it's taken back. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function withdrawTreatmentChange(
  services: TxServices,
  subscriptionId: string,
): Promise<WithdrawObstacle | null> {
  const { db, clock } = services;
  const change = await waitingTreatmentChange(db, subscriptionId);
  if (!change) return "none_waiting";
  const { from_prescription_id: stopped, patient_id: patientId, from_product_id: productId } = change;
  await settleTreatmentChange(db, change.id, "withdrawn", clock.now());
  if (change.until_pace !== null) await planCharges(services, patientId);
  if (change.until !== "stop") return null;
  if (stopped === null || !(await reinstatePrescription(db, stopped))) return "nothing_before";
  await updateSubscriptions(db, [subscriptionId], { discontinued_on: null });
  await releasePrescriptionOrders(services, patientId, productId);
  return null;
}

/** Withdraws the patient's open changes to these products: they are no longer asked about them, and use what they have as before. */
export async function withdrawTreatmentChangesTo(
  services: TxServices,
  patientId: string,
  concerns: (productId: string) => boolean,
): Promise<void> {
  const { db, clock } = services;
  const waiting = await db
    .selectFrom("treatment_change")
    .select(["id", "to_product_id", "until_pace"])
    .where("patient_id", "=", patientId)
    .where("status", "=", "waiting")
    .execute();
  const withdrawn = waiting.filter(({ to_product_id }) => concerns(to_product_id));
  for (const { id } of withdrawn) await settleTreatmentChange(db, id, "withdrawn", clock.now());
  if (withdrawn.some(({ until_pace }) => until_pace !== null)) await planCharges(services, patientId);
}
