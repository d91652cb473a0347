import { daysAtPace, type Pace } from "#contract/treatment/pace.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import type { TxServices } from "#server/platform/services.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { updateSubscriptions } from "../queries.ts";
import { currentLine, loadTreatmentSnapshot, scheduledPrescriptionOrder } from "../snapshot/treatment-snapshot.ts";

/**
 * A doctor changed how fast a product is used: its subscriptions come as often as a charge lasts at that pace, and what is planned is planned anew.
 * Returns the day of its next charge; null where none is planned. Runs under the lock of the patient's orders.
 */
export async function followPace(
  services: TxServices,
  { patientId, productId, pace }: { readonly patientId: string; readonly productId: string; readonly pace: Pace },
): Promise<string | null> {
  const snapshot = await loadTreatmentSnapshot(services, patientId, new Map());
  const own = snapshot.subscriptions.filter(
    ({ product_id, status }) => product_id === productId && subscriptionStates.notCancelled.has(status),
  );
  for (const row of own) {
    const labeled = (currentLine(snapshot, row)?.days_supply ?? 0) * row.quantity;
    if (labeled > 0) await updateSubscriptions(services.db, [row.id], { days_supply: daysAtPace(labeled, pace) });
  }
  return planAnew(services, patientId, productId);
}

/** Plans a patient's charges anew. Returns the day of the next one of a product; null where none is planned. Runs under the lock of the patient's orders. */
export async function planAnew(services: TxServices, patientId: string, productId: string): Promise<string | null> {
  await planCharges(services, patientId);
  const planned = await loadTreatmentSnapshot(services, patientId, new Map());
  const own = planned.subscriptions.filter(({ product_id }) => product_id === productId);
  const days = own.flatMap(({ id }) => scheduledPrescriptionOrder(planned, id)?.charge_on ?? []);
  return days.toSorted()[0] ?? null;
}
