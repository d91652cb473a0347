import { categoriesOf, productById } from "#server/catalogue/public.ts";
import { combinationRequirementsOf } from "#server/onboarding/public.ts";
import { addDays, daysBetween, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { type FillObstacle, reminderDays, requestPrescriptionRenewal } from "#server/prescriptions/public.ts";
import { lastChargeDayToRequestRenewal } from "../charge-days.ts";
import {
  updatePrescriptionOrders,
  postponeCharge,
  type SubscriptionRow,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { withLockedTreatment } from "../snapshot/lock-treatment.ts";
import { type TreatmentSnapshot, refillsLeftOf, subscriptionIn } from "../snapshot/treatment-snapshot.ts";
import type { UnfilledPrescriptionOrder } from "./place-renewal-order.ts";

/**
 * Asks the doctor to renew prescriptions with no refills left, and companions that would run out before the next box of what depends on them,
 * ahead of the charge: a decision within a week delays no charge and no box.
 */
export const requestPrescriptionRenewalsAhead = (services: Services, patientId: string): Promise<void> =>
  withLockedTreatment(services, patientId, async (txServices, snapshot) => {
    const companions = await combinationRequirementsOf(txServices, patientId);
    for (const { status, charge_on, failed_on, held_back_from, subscription_id } of snapshot.prescriptionOrders) {
      const subscription = subscriptionIn(snapshot, subscription_id);
      const isUpcoming = status === "scheduled" && failed_on === null && held_back_from === null;
      if (!isUpcoming || charge_on > lastChargeDayToRequestRenewal(snapshot.today) || subscription.status !== "active")
        continue;
      const prescribed = snapshot.prescribed.get(subscription.product_id);
      if (prescribed && !prescribed.onHold && refillsLeftOf(snapshot, subscription) === 0)
        await requestPrescriptionRenewal(txServices, patientId, prescribed.prescriptionId);
      const categories = categoriesOf(txServices.content, subscription.product_id);
      for (const { require } of companions.filter(({ ifcategory }) => categories.includes(ifcategory))) {
        const companionEnding = companionEndingBefore(txServices, snapshot, subscription, require);
        if (companionEnding !== undefined)
          await requestPrescriptionRenewal(txServices, patientId, companionEnding.prescriptionId);
      }
    }
  });

/** No refill is left: holds the prescription order back and asks the doctor to renew. Nothing is charged before. */
export async function holdBack(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): Promise<void> {
  const { product_id } = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  await awaitPrescriptionRenewal(services, snapshot, prescriptionOrder, product_id);
}

/**
 * Due prescription orders that cannot be filled are not charged: one that would come too early moves to the first possible day, one that waits until
 * somebody has looked at what the patient told to the next day, any other is held back for the doctor. One that lacks its companion awaits the companion's prescription, if that is what is missing.
 */
export async function deferUnfilled(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  unfilled: readonly UnfilledPrescriptionOrder[],
): Promise<void> {
  const tomorrow = addDays(snapshot.today, 1);
  const waits = ({ kind }: FillObstacle) => kind === "waits_for_clinician" || kind === "linked_supply";
  const waitsForLook = unfilled.some(({ obstacle }) => waits(obstacle));
  for (const { prescriptionOrder, obstacle } of unfilled) {
    // Asked again each day: somebody looks within days, and what another record of the person has is used up. What lacks a companion that waits so, waits with it.
    if (waits(obstacle) || (waitsForLook && obstacle.kind === "progestogen_needed"))
      await postponeUntil(services, snapshot, prescriptionOrder, tomorrow);
    else if (obstacle.from !== undefined) await postponeUntil(services, snapshot, prescriptionOrder, obstacle.from);
    else if (obstacle.neededCategory === undefined) await holdBack(services, snapshot, prescriptionOrder);
    else {
      const missingProductId =
        companionWithoutFills(services, snapshot, obstacle.neededCategory) ??
        companionEndingBefore(
          services,
          snapshot,
          subscriptionIn(snapshot, prescriptionOrder.subscription_id),
          obstacle.neededCategory,
        )?.productId;
      // Care ends before the companion's next fills come, and no renewal brings them: then nor does this.
      if (missingProductId === undefined && snapshot.careEndsOn !== null)
        await postponeUntil(services, snapshot, prescriptionOrder, laterDay(tomorrow, snapshot.careEndsOn));
      else
        await awaitPrescriptionRenewal(services, snapshot, prescriptionOrder, missingProductId ?? obstacle.productId);
    }
  }
}

async function awaitPrescriptionRenewal(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
  productId: string,
): Promise<void> {
  if (prescriptionOrder.status === "scheduled")
    await updatePrescriptionOrders(services.db, [prescriptionOrder.id], { held_back_from: snapshot.today });
  const prescribed = snapshot.prescribed.get(productId);
  if (prescribed) await requestPrescriptionRenewal(services, prescriptionOrder.patient_id, prescribed.prescriptionId);
}

/** A prescribed product of a category that has no refills left or is on hold. */
const companionWithoutFills = (
  { content }: TxServices,
  { prescribed }: TreatmentSnapshot,
  category: string,
): string | undefined =>
  [...prescribed].find(
    ([productId, { refillsLeft }]) =>
      refillsLeft === 0 && productById(content, productId)?.categories.some((each) => each === category),
  )?.[0];

/**
 * An active companion of a category whose refills cover fewer days than one box of what depends on it: a box that outlasts its companion is
 * never shipped on the expectation of a prescription renewal.
 */
function companionEndingBefore(
  { content }: TxServices,
  snapshot: TreatmentSnapshot,
  dependent: SubscriptionRow,
  category: string,
) {
  for (const row of snapshot.subscriptions) {
    const prescribed = snapshot.prescribed.get(row.product_id);
    if (row.status !== "active" || !prescribed || prescribed.onHold) continue;
    const isEnding = prescribed.refillsLeft * row.days_supply < dependent.days_supply;
    if (isEnding && categoriesOf(content, row.product_id).includes(category))
      return { productId: row.product_id, prescriptionId: prescribed.prescriptionId };
  }
  return undefined;
}

/** The patient was notified of the charge in time. One that moves by more than the notice period is notified again. */
async function postponeUntil(
  { db }: TxServices,
  { today }: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
  day: string,
): Promise<void> {
  const isSoon = daysBetween(today, day) <= reminderDays;
  if (prescriptionOrder.failed_on === null && isSoon)
    return updatePrescriptionOrders(db, [prescriptionOrder.id], { charge_on: day });
  return postponeCharge(db, prescriptionOrder, day);
}
