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
 * As `placeRenewalOrder`, of all that costs no more than she was told; what is dearer is told anew, and has her days again. `inputFor`: the claim of
 * some of them, with a key of its own, since the sum of the rest is another one.
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
 * These cost more now than she was told, since another order took the discount, say: she is told anew, also of what was owed, and nothing is
 * charged before.
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
