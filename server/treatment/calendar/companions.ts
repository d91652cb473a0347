import type { Content } from "#content/loader/load.ts";
import { categoriesOf } from "#server/catalogue/public.ts";
import { combinationRequirementsOf } from "#server/onboarding/public.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import type { TxServices } from "#server/platform/services.ts";
import { activePrescriptions } from "#server/prescriptions/public.ts";
import { notifyPracticeOfMissingCompanion } from "../notify-patient.ts";
import type { SubscriptionRow, PrescriptionOrderRow } from "../queries.ts";
import { prescriptionOrderObstacle } from "../snapshot/prescription-order-actions.ts";
import {
  type TreatmentSnapshot,
  plannedAfterSkip,
  prescriptionOrderFacts,
  refillsLeftOf,
  scheduledPrescriptionOrder,
  subscriptionIn,
  currentName,
  loadTreatmentSnapshot,
} from "../snapshot/treatment-snapshot.ts";

/**
 * Groups subscriptions that belong together: the content's requirements say that one needs the other as a companion. Each group has at least
 * one of either kind.
 */
export function companionGroups<T extends Pick<SubscriptionRow, "product_id">>(
  content: Content,
  rows: readonly T[],
): (readonly T[])[] {
  return content.requirements.flatMap(({ ifcategory, require }) => {
    const rowsOfCategory = (category: string) =>
      rows.filter((row) => categoriesOf(content, row.product_id).includes(category));
    const [dependent, companion] = [rowsOfCategory(ifcategory), rowsOfCategory(require)];
    return dependent.length > 0 && companion.length > 0 ? [[...new Set([...dependent, ...companion])]] : [];
  });
}

/**
 * The prescription orders that ship in one parcel with a scheduled one because they belong together, with the same subscription status;
 * without that one itself.
 */
export function parcelCompanions(
  content: Content,
  snapshot: TreatmentSnapshot,
  { id, subscription_id }: PrescriptionOrderRow,
): PrescriptionOrderRow[] {
  const own = snapshot.prescriptionOrders.find((prescriptionOrder) => prescriptionOrder.id === id);
  if (!own || !isChargeable(own)) return [];
  const { status } = subscriptionIn(snapshot, subscription_id);
  const sameStatus = snapshot.subscriptions.filter((row) => row.status === status);
  return companionGroups(content, sameStatus)
    .filter((group) => group.some((row) => row.id === subscription_id))
    .flatMap((group) => group.flatMap((row) => scheduledPrescriptionOrder(snapshot, row.id) ?? []))
    .filter(
      (prescriptionOrder) =>
        prescriptionOrder.id !== id && isChargeable(prescriptionOrder) && prescriptionOrder.charge_on === own.charge_on,
    );
}

/** What "get next now" ships for a scheduled prescription order: that one, and those of its parcel companions that may be ordered now. */
export const sentTogetherNow = (
  content: Content,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): PrescriptionOrderRow[] => [
  prescriptionOrder,
  ...parcelCompanions(content, snapshot, prescriptionOrder).filter(
    (other) =>
      prescriptionOrderObstacle("getnext", prescriptionOrderFacts(snapshot, other)) === null &&
      refillsLeftOf(snapshot, subscriptionIn(snapshot, other.subscription_id)) !== 0,
  ),
];

/** The skipped prescription orders that come back together: this one, and what was skipped with it and still belongs in its parcel. */
export const backTogether = (
  content: Content,
  snapshot: TreatmentSnapshot,
  skipped: PrescriptionOrderRow,
): PrescriptionOrderRow[] => {
  const next = plannedAfterSkip(snapshot, skipped);
  const companions = next === null ? [] : parcelCompanions(content, snapshot, next);
  return [
    skipped,
    ...snapshot.prescriptionOrders.filter(
      (each) =>
        each.charge_on === skipped.charge_on &&
        companions.some(({ id }) => id === plannedAfterSkip(snapshot, each)?.id) &&
        prescriptionOrderObstacle("unskip", prescriptionOrderFacts(snapshot, each)) === null,
    ),
  ];
};

/** The given subscriptions and those that ship in one parcel with them. */
export function withParcelCompanions(
  content: Content,
  snapshot: TreatmentSnapshot,
  subscriptions: readonly SubscriptionRow[],
): SubscriptionRow[] {
  const companions = subscriptions
    .flatMap(({ id }) => scheduledPrescriptionOrder(snapshot, id) ?? [])
    .flatMap((prescriptionOrder) => parcelCompanions(content, snapshot, prescriptionOrder))
    .map(({ subscription_id }) => subscriptionIn(snapshot, subscription_id));
  return [...new Set([...subscriptions, ...companions])];
}

/** The other products that are charged and sent together with this one, by their next prescription orders. */
export async function parcelPartnersOf(services: TxServices, patientId: string, productId: string): Promise<string[]> {
  const prescribed = await activePrescriptions(services, patientId);
  const snapshot = await loadTreatmentSnapshot(services, patientId, prescribed);
  const nextDays = snapshot.subscriptions.map(({ id, product_id }) => ({
    product_id,
    day: scheduledPrescriptionOrder(snapshot, id)?.charge_on,
  }));
  const own = nextDays.filter((each) => each.product_id === productId && each.day !== undefined);
  const together = nextDays.filter((each) => each.product_id !== productId && own.some(({ day }) => day === each.day));
  return [...new Set(together.map(({ product_id }) => product_id))];
}

/** Scheduled, neither past due nor held back. */
const isChargeable = ({ status, failed_on, held_back_from }: PrescriptionOrderRow): boolean =>
  status === "scheduled" && failed_on === null && held_back_from === null;

/**
 * The warning shown before the subscriptions `stopping` are stopped while one that continues needs one of them as a companion; null when none does. One that
 * is paused continues, because it resumes automatically; what is paused, on hold or resting is nobody's companion. By the snapshot's requirements: until they are the
 * patient's own, a uterus is presumed, since the doctor prescribed both.
 */
export function missingCompanionWarning(
  content: Content,
  snapshot: TreatmentSnapshot,
  stopping: readonly string[],
): string | null {
  const continuing = snapshot.subscriptions.filter(
    ({ id, status }) => status !== "cancelled" && !stopping.includes(id),
  );
  const isTaken = ({ status, product_id }: SubscriptionRow) =>
    status !== "paused" && snapshot.prescribed.get(product_id)?.onHold !== true && !snapshot.rests.has(product_id);
  for (const { ifcategory, require, stopping: text } of snapshot.requirements) {
    const hasCategory = (row: SubscriptionRow, category: string) =>
      categoriesOf(content, row.product_id).includes(category);
    const dependent = continuing.find((row) => hasCategory(row, ifcategory));
    const stopsCompanion = snapshot.subscriptions.some((row) => stopping.includes(row.id) && hasCategory(row, require));
    if (dependent && stopsCompanion && !continuing.some((row) => hasCategory(row, require) && isTaken(row)))
      return fillPlaceholders(text, { other: currentName(snapshot, dependent) });
  }
  return null;
}

/** The same by what this patient has to combine, as a doctor's stop asks it. Their answers are only read where something would be missing. */
export async function ownMissingCompanionWarning(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  patientId: string,
  stopping: readonly string[],
): Promise<string | null> {
  if (missingCompanionWarning(services.content, snapshot, stopping) === null) return null;
  const requirements = await combinationRequirementsOf(services, patientId);
  return missingCompanionWarning(services.content, { ...snapshot, requirements }, stopping);
}

/** Like `ownMissingCompanionWarning`, when they are stopped: also notifies the practice. Returns the warning. */
export async function warnOfMissingCompanion(
  services: TxServices,
  snapshot: TreatmentSnapshot,
  patientId: string,
  stopping: readonly string[],
): Promise<string | null> {
  const warning = await ownMissingCompanionWarning(services, snapshot, patientId, stopping);
  if (warning !== null) await notifyPracticeOfMissingCompanion(services, patientId);
  return warning;
}
