import type { TxServices } from "#server/platform/services.ts";
import { reinstatePrescription } from "#server/prescriptions/public.ts";
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
  if (change.until !== "stop") return null;
  if (stopped === null || !(await reinstatePrescription(db, stopped))) return "nothing_before";
  await updateSubscriptions(db, [subscriptionId], { discontinued_on: null });
  await releasePrescriptionOrders(services, patientId, productId);
  return null;
}
