import type { TxServices } from "#server/platform/services.ts";
import type { TreatmentSnapshot } from "./treatment-snapshot.ts";
import { type RenewalOrderInput, type RenewalOrderResult, placeRenewalOrder } from "./billing/place-renewal-order.ts";
import { clearPaymentFailureIfPaid } from "./billing/clear-payment-failure.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  notPastDue,
  rescheduledTo,
  type PrescriptionOrderRow,
} from "./queries.ts";

/**
 * Like `placeRenewalOrder`, for every prescription order that costs no more than its reminder said. The patient is notified again of the
 * others, with the full notice period. `inputFor`: the input for a subset, with an idempotency key of its own because its total differs.
 */
export async function placeRenewalOrderAsNotified(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrders: readonly PrescriptionOrderRow[],
  inputFor: (prescriptionOrders: readonly PrescriptionOrderRow[]) => RenewalOrderInput,
): Promise<RenewalOrderResult> {
  const result = await placeRenewalOrder(services, snapshot, inputFor(prescriptionOrders));
  const { dearer: aboveNotified } = result;
  if (aboveNotified.length === 0) return result;
  await resetReminders(services, aboveNotified);
  return placeRenewalOrderAsNotified(
    services,
    snapshot,
    prescriptionOrders.filter((prescriptionOrder) => !aboveNotified.includes(prescriptionOrder)),
    inputFor,
  );
}

/**
 * These cost more than the patient was notified of, for example because another order used the discount. They are notified again, also of
 * past-due ones, and nothing is charged before.
 */
async function resetReminders(services: TxServices, aboveNotified: readonly PrescriptionOrderRow[]): Promise<void> {
  const { db } = services;
  for (const { id, charge_on, failed_on, subscription_id, patient_id } of aboveNotified) {
    await updatePrescriptionOrders(db, [id], { ...rescheduledTo(charge_on), ...notPastDue });
    if (failed_on === null) continue;
    await updateSubscriptions(db, [subscription_id], { status: "active" });
    await clearPaymentFailureIfPaid(services, patient_id);
  }
}
