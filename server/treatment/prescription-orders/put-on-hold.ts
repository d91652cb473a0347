import type { Services, TxServices } from "#server/platform/services.ts";
import { requestRenewal } from "#server/care/public.ts";
import { combinationRequirementsOf } from "#server/onboarding/public.ts";
import { daysBetween } from "#server/platform/clock/calendar-days.ts";
import { productById } from "#server/store/public.ts";
import { reminderDays, lastChargeDayToRenew } from "../billing/billing-rules.ts";
import { type TreatmentSnapshot, refillsLeftOf, subscriptionIn } from "../treatment-snapshot.ts";
import type { UnfilledPrescriptionOrder } from "../billing/place-renewal-order.ts";
import { withLockedTreatment } from "../lock-treatment.ts";
import {
  updatePrescriptionOrders,
  rescheduledTo,
  type SubscriptionRow,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { categoriesOf } from "../companions.ts";

/**
 * The doctor is asked for more of what the last fill of was taken, and of what would end before the next box of what needs it beside, while there
 * is time: an answer within a week holds up no charge, and no box comes late.
 */
export const requestRenewalsAhead = (services: Services, patientId: string): Promise<void> =>
  withLockedTreatment(services, patientId, async (txServices, snapshot) => {
    const companions = await combinationRequirementsOf(txServices, patientId);
    for (const { status, charge_on, failed_on, held_on, subscription_id } of snapshot.supplies) {
      const subscription = subscriptionIn(snapshot, subscription_id);
      const isUpcoming = status === "scheduled" && failed_on === null && held_on === null;
      if (!isUpcoming || charge_on > lastChargeDayToRenew(snapshot.today) || subscription.status !== "active") continue;
      const prescribed = snapshot.prescribed.get(subscription.product_id);
      if (prescribed && !prescribed.withheld && refillsLeftOf(snapshot, subscription) === 0)
        await requestRenewal(txServices, patientId, prescribed.prescriptionId);
      const categories = categoriesOf(txServices.content, subscription);
      for (const { require } of companions.filter(({ ifcategory }) => categories.includes(ifcategory))) {
        const companionEnding = companionEndingBefore(txServices, snapshot, subscription, require);
        if (companionEnding !== undefined) await requestRenewal(txServices, patientId, companionEnding.prescriptionId);
      }
    }
  });

/** No fill is left: the prescription order waits for the doctor, who is asked to prescribe it again. Nothing is charged before. */
export async function putOnHold(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): Promise<void> {
  const { product_id } = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  await awaitRenewal(services, snapshot, prescriptionOrder, product_id);
}

/**
 * What was due and cannot be filled is not charged: one that would come too early is put to the day it becomes possible, any other waits for
 * the doctor. What lacks its companion waits for the companion's prescription, where that is what is missing.
 */
export async function deferUnfilled(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  unfilled: readonly UnfilledPrescriptionOrder[],
): Promise<void> {
  for (const { supply: prescriptionOrder, obstacle } of unfilled) {
    if (obstacle.from !== undefined) await postponeUntil(services, snapshot, prescriptionOrder, obstacle.from);
    else if (obstacle.needs === undefined) await putOnHold(services, snapshot, prescriptionOrder);
    else {
      const missingProductId =
        companionWithoutFills(services, snapshot, obstacle.needs) ??
        companionEndingBefore(
          services,
          snapshot,
          subscriptionIn(snapshot, prescriptionOrder.subscription_id),
          obstacle.needs,
        )?.productId;
      await awaitRenewal(services, snapshot, prescriptionOrder, missingProductId ?? obstacle.productId);
    }
  }
}

async function awaitRenewal(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
  productId: string,
): Promise<void> {
  if (prescriptionOrder.status === "scheduled")
    await updatePrescriptionOrders(services.db, [prescriptionOrder.id], { held_on: snapshot.today });
  const prescribed = snapshot.prescribed.get(productId);
  if (prescribed) await requestRenewal(services, prescriptionOrder.patient_id, prescribed.prescriptionId);
}

/** What is prescribed of a category and has no fill left, or is on hold. */
const companionWithoutFills = (
  { content }: TxServices,
  { prescribed }: TreatmentSnapshot,
  category: string,
): string | undefined =>
  [...prescribed].find(
    ([productId, { refillsLeft }]) =>
      refillsLeft === 0 && productById(content, productId)?.categories.some((each) => each === category),
  )?.[0];

/** A running companion of a category with fewer days of fills left than one box of what needs it: a longer box is never sent on a promise. */
function companionEndingBefore(
  { content }: TxServices,
  snapshot: TreatmentSnapshot,
  dependent: SubscriptionRow,
  category: string,
) {
  for (const row of snapshot.subscriptions) {
    const prescribed = snapshot.prescribed.get(row.product_id);
    if (row.status !== "active" || !prescribed || prescribed.withheld) continue;
    const isEnding = prescribed.refillsLeft * row.days_supply < dependent.days_supply;
    if (isEnding && categoriesOf(content, row).includes(category))
      return { productId: row.product_id, prescriptionId: prescribed.prescriptionId };
  }
  return undefined;
}

/** The patient was told of the charge in time; of one that comes days later than that, anew. */
async function postponeUntil(
  { db }: TxServices,
  { today }: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
  day: string,
): Promise<void> {
  if (prescriptionOrder.failed_on !== null)
    return updatePrescriptionOrders(db, [prescriptionOrder.id], { retry_on: day });
  const soon = daysBetween(today, day) <= reminderDays;
  await updatePrescriptionOrders(db, [prescriptionOrder.id], soon ? { charge_on: day } : rescheduledTo(day));
}
