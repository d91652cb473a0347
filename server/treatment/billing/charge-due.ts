import { patientById, updatePatient } from "#server/auth/public.ts";
import { chargeIfPending } from "#server/orders/public.ts";
import { defaultSource } from "#server/payment/public.ts";
import { addDays, earlierDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import { Refusal, type Refuses, refusesAny } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { afterMissingCard } from "../charge-days.ts";
import { notifyAddressNeeded, notifyCardMissing, notifyCardRefused } from "../notify-patient.ts";
import { deferUnfilled } from "../prescription-orders/hold-back.ts";
import { placeRenewalOrderAsNotified } from "../prescription-orders/place-renewal-order.ts";
import { automaticKeyPrefix, settleRenewalOrder } from "../prescription-orders/settle-renewal-order.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  postponeCharge,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { withLockedTreatment } from "../snapshot/lock-treatment.ts";
import { type TreatmentSnapshot, subscriptionIn } from "../snapshot/treatment-snapshot.ts";

/** Days by which a charge is postponed that cannot be made now: there is no address we ship to, or a dispute suspends it. */
const postponeDays = 7;

/** Charges what is due for a patient today, in one amount; nothing before its day has begun for the practice and for the patient. */
export async function chargeDue(services: Services & Refuses<"wrong_state">, patientId: string): Promise<void> {
  const orderId = await withLockedTreatment(services, patientId, async (txServices, snapshot) => {
    const begun = earlierDay(snapshot.today, snapshot.patientToday);
    return placeDueRenewalOrder(
      txServices,
      snapshot,
      snapshot.prescriptionOrders.filter((each) => isDue(snapshot, begun, each)),
    );
  });
  if (orderId === null) return;
  await chargeIfPending(services, orderId);
  await settleRenewalOrder(services, orderId);
}

async function placeDueRenewalOrder(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  due: readonly PrescriptionOrderRow[],
): Promise<string | null> {
  const [first] = due;
  if (!first) return null;
  if (snapshot.chargesStoppedBy !== null) {
    await postponeCharges(services, snapshot, due);
    return null;
  }
  try {
    const { orderId, unfilled } = await placeRenewalOrderAsNotified(
      { ...services, ...refusesAny },
      snapshot,
      due,
      (prescriptionOrders) => ({
        patientId: first.patient_id,
        prescriptionOrders,
        keyOf: ({ id, order_attempts }) => `${automaticKeyPrefix}${id}:${order_attempts + 1}`,
        offSession: true,
      }),
    );
    await deferUnfilled(services, snapshot, unfilled);
    return orderId;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await handleRefusedCharge(services, snapshot, due, error);
    return null;
  }
}

/** Planned for `today` or earlier and notified, or past due with a retry due. */
function isDue(snapshot: TreatmentSnapshot, today: string, prescriptionOrder: PrescriptionOrderRow): boolean {
  if (prescriptionOrder.status !== "scheduled" || prescriptionOrder.held_back_from !== null) return false;
  // Nothing is charged on the day the patient's care ends, whatever the hour is where they are.
  if (snapshot.careEndsOn !== null && snapshot.careEndsOn <= laterDay(snapshot.today, snapshot.patientToday))
    return false;
  const { status } = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  if (prescriptionOrder.failed_on !== null)
    return status === "past_due" && prescriptionOrder.retry_on !== null && prescriptionOrder.retry_on <= today;
  return status === "active" && prescriptionOrder.reminded_on !== null && prescriptionOrder.charge_on <= today;
}

/** The charge could not be attempted: without a card that may be charged it is past due until one is saved; without an address we ship to it is postponed. */
async function handleRefusedCharge(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  due: readonly PrescriptionOrderRow[],
  refusal: Refusal,
): Promise<void> {
  const { db } = services;
  const [first] = due;
  if (!first) return;
  if (refusal.code !== "no_payment_method") {
    await postponeCharges(services, snapshot, due);
    return notifyAddressNeeded(services, first, snapshot.today);
  }
  for (const prescriptionOrder of due) {
    await updatePrescriptionOrders(db, [prescriptionOrder.id], afterMissingCard(prescriptionOrder, snapshot.today));
    await updateSubscriptions(db, [prescriptionOrder.subscription_id], { status: "past_due" });
  }
  const refused = await defaultSource(db, first.patient_id);
  if (!refused) return notifyCardMissing(services, first);
  const { failedTransactionReason } = await patientById(services, first.patient_id);
  if (failedTransactionReason === null)
    await updatePatient(services, first.patient_id, { failedTransactionReason: "generic_decline" });
  await notifyCardRefused(services, { patientId: first.patient_id, last4: refused.last4, dedupeKey: first.id });
}

/** Postpones scheduled charges, which are then notified again, and the retries of past-due ones. */
async function postponeCharges(
  { db }: TxServices,
  snapshot: TreatmentSnapshot,
  due: readonly PrescriptionOrderRow[],
): Promise<void> {
  const day = addDays(snapshot.today, postponeDays);
  for (const prescriptionOrder of due) await postponeCharge(db, prescriptionOrder, day);
}
