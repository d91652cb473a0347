import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { reinstatePrescription } from "#server/prescriptions/public.ts";
import { releasePrescriptionOrders } from "../prescription-orders/apply-prescription-decision.ts";
import { updateSubscriptions } from "../queries.ts";
import { settleTreatmentChange, waitingTreatmentChange } from "./change-queries.ts";

/**
 * A doctor takes back a change the patient hasn't answered: everything is as before it, also what it stopped. Refuses `wrong_state` where none waits, and
 * where nothing was prescribed before it. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function withdrawTreatmentChange(
  services: TxServices & Refuses<"wrong_state">,
  subscriptionId: string,
): Promise<void> {
  const { db, clock, refuse } = services;
  const change = await waitingTreatmentChange(db, subscriptionId);
  if (!change) throw refuse("wrong_state", { message: "There's no change that waits for the patient's answer." });
  await settleTreatmentChange(db, change.id, "withdrawn", clock.now());
  if (change.until !== "stop") return;
  const { from_prescription_id: stopped, patient_id: patientId, from_product_id: productId } = change;
  if (stopped === null || !(await reinstatePrescription(db, stopped)))
    throw refuse("wrong_state", {
      message: "Nothing was prescribed before it, so there's nothing to go back to. Prescribe something else instead.",
    });
  await updateSubscriptions(db, [subscriptionId], { discontinued_on: null });
  await releasePrescriptionOrders(services, patientId, productId);
}
