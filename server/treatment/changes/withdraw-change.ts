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
 * done nothing that may be kept; otherwise what it was to. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function withdrawTreatmentChange(
  services: TxServices,
  subscriptionId: string,
): Promise<{ readonly obstacle: WithdrawObstacle } | { readonly obstacle: null; readonly productId: string }> {
  const { db, clock } = services;
  const change = await waitingTreatmentChange(db, subscriptionId);
  if (!change) return { obstacle: "none_waiting" };
  const { from_prescription_id: stopped, patient_id: patientId, from_product_id: productId } = change;
  const withdrawn = { obstacle: null, productId: change.to_product_id };
  await settleTreatmentChange(db, change.id, "withdrawn", clock.now());
  if (change.until_pace !== null) await planCharges(services, patientId);
  if (change.until !== "stop") return withdrawn;
  if (stopped === null || !(await reinstatePrescription(db, stopped))) return { obstacle: "nothing_before" };
  await updateSubscriptions(db, [subscriptionId], { discontinued_on: null });
  await releasePrescriptionOrders(services, patientId, productId);
  return withdrawn;
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
