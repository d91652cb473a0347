import type { Content } from "#content/loader/load.ts";
import { dayIn } from "#contract/fields/formats.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { categoriesOf, productById } from "#server/catalogue/public.ts";
import { addDays, earlierDay, formatDay } from "#server/platform/clock/calendar-days.ts";
import { subscriptionStates } from "#server/platform/database/states.ts";
import { fillPlaceholders } from "#server/platform/placeholders.ts";
import { sentence, type Words } from "#server/platform/sentences.ts";
import { isSameMedicine } from "#server/prescriptions/public.ts";
import { earliestCharge } from "../charge-days.ts";
import type { PrescriptionOrderRow, SubscriptionRow } from "../queries.ts";
import { chargesStoppedSentence } from "../sentences.ts";
import { currentLine, currentName, refillsLeftOf, type TreatmentSnapshot } from "../snapshot/treatment-snapshot.ts";
import { companionGroups } from "./companions.ts";
import { plannedChargeOf } from "./plan-charges.ts";

/**
 * A canceled subscription goes on. Until the charge it had planned, that takes the cancellation back; after that it begins again, as long as the answers it was
 * prescribed on hold (`lateststartdays` of the shipping content, from when they were given or confirmed) and a refill is left.
 */

/** What was planned when a subscription was canceled, where its day is still to come; undefined where that is over, or something was ordered since. */
export function plannedBeforeCancel(
  { prescriptionOrders, today }: Pick<TreatmentSnapshot, "prescriptionOrders" | "today">,
  { id }: Pick<SubscriptionRow, "id">,
): PrescriptionOrderRow | undefined {
  const last = prescriptionOrders.find(({ subscription_id }) => subscription_id === id);
  const isWaiting = last?.status === "cancelled" && last.order_id === null && last.charge_on > today;
  return isWaiting ? last : undefined;
}

/** Why a subscription can't go on by itself, whatever it needs beside it; null when it can. */
function ownObstacle(content: Content, snapshot: TreatmentSnapshot, row: SubscriptionRow): Words | null {
  const { status, started_at, cancelled_at, discontinued_on, product_id, id } = row;
  if (status !== "cancelled" || cancelled_at === null) return sentence("treatment.restart_nothing");
  if (started_at === null) return sentence("treatment.restart_never_began");
  const name = currentName(snapshot, row);
  const prescribed = snapshot.prescribed.get(product_id);
  const needsPrescription = currentLine(snapshot, row)?.prescription ?? true;
  if (discontinued_on !== null || (needsPrescription && !prescribed)) return sentence("treatment.order_not_prescribed");
  if (prescribed?.onHold || prescribed?.waits) return sentence("treatment.restart_on_hold", { name });
  if (hasSameMedicine(content, snapshot, row)) return sentence("treatment.restart_other", { name });
  const isUnderWay = snapshot.prescriptionOrders.some(
    ({ subscription_id, status: each, completed_at }) =>
      subscription_id === id && each === "ordered" && completed_at === null,
  );
  if (isUnderWay) return sentence("treatment.subscription_bank_confirms");
  if (snapshot.chargesStoppedBy !== null) return chargesStoppedSentence(snapshot.chargesStoppedBy);
  if (plannedBeforeCancel(snapshot, row) !== undefined) return null;
  if (refillsLeftOf(snapshot, row) === 0) return sentence("treatment.restart_no_refills", { name });
  const answeredOn = dayIn(snapshot.practiceTimezone, snapshot.answeredAt ?? started_at);
  if (needsPrescription && snapshot.today > addDays(answeredOn, content.shipping.lateststartdays))
    return sentence("treatment.restart_too_late", { name, day: formatDay(answeredOn) });
  return null;
}

/** The patient gets the same medicine by a subscription that goes on, or did so by one after this. */
function hasSameMedicine(content: Content, { subscriptions }: TreatmentSnapshot, row: SubscriptionRow): boolean {
  return subscriptions.some(
    (other) =>
      other.id !== row.id &&
      bringSameMedicine(content, other, row) &&
      (other.status !== "cancelled" || isAfter(other, row)),
  );
}

type Bringing = Pick<SubscriptionRow, "product_id">;

/** Whether two subscriptions bring the same medicine, in whichever strength or form. */
export function bringSameMedicine(content: Content, one: Bringing, other: Bringing): boolean {
  const [product, otherProduct] = [productById(content, one.product_id), productById(content, other.product_id)];
  return product && otherProduct ? isSameMedicine(product, otherProduct) : one.product_id === other.product_id;
}

const isAfter = (one: SubscriptionRow, other: SubscriptionRow): boolean =>
  one.started_at !== null &&
  (one.created_at.getTime() - other.created_at.getTime() || one.id.localeCompare(other.id)) > 0;

/**
 * What goes on together with a canceled subscription: that one, what was canceled with it and belongs together with it, and what it needs where nothing of that
 * is taken.
 */
export function restartTogether(
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): readonly SubscriptionRow[] {
  const isRestartable = (other: SubscriptionRow) =>
    other.id !== row.id && other.status === "cancelled" && ownObstacle(content, snapshot, other) === null;
  const belongsTo = (other: SubscriptionRow) => companionGroups(content, [row, other]).length > 0;
  const alongWith = snapshot.subscriptions.filter(
    (other) =>
      isRestartable(other) && belongsTo(other) && other.cancelled_at?.getTime() === row.cancelled_at?.getTime(),
  );
  const together = [row, ...alongWith];
  const missing = missingRequirement(content, snapshot, together);
  const needed =
    missing &&
    snapshot.subscriptions.find(
      (other) => isRestartable(other) && categoriesOf(content, other.product_id).includes(missing.require),
    );
  return needed ? [...together, needed] : together;
}

/** What one of these needs, and nobody takes. */
function missingRequirement(content: Content, snapshot: TreatmentSnapshot, together: readonly SubscriptionRow[]) {
  const has = (category: string) => (row: SubscriptionRow) => categoriesOf(content, row.product_id).includes(category);
  const isTaken = ({ status, product_id }: SubscriptionRow) =>
    subscriptionStates.charged.has(status) &&
    snapshot.prescribed.get(product_id)?.onHold === false &&
    !snapshot.rests.has(product_id);
  return snapshot.requirements.find(
    ({ ifcategory, require }) =>
      together.some(has(ifcategory)) &&
      !together.some(has(require)) &&
      !snapshot.subscriptions.some((row) => isTaken(row) && has(require)(row)),
  );
}

/** What a subscription needs to go on, and can't have: the words of the requirement; null where nothing is missing. */
export function missingForRestart(content: Content, snapshot: TreatmentSnapshot, row: SubscriptionRow): string | null {
  if (ownObstacle(content, snapshot, row) !== null) return null;
  const missing = missingRequirement(content, snapshot, restartTogether(content, snapshot, row));
  return missing ? fillPlaceholders(missing.ordering, { name: currentName(snapshot, row) }) : null;
}

/** Why a subscription can't go on; null when it can, with everything it needs. */
export const restartObstacle = (content: Content, snapshot: TreatmentSnapshot, row: SubscriptionRow): Words | null =>
  ownObstacle(content, snapshot, row) ?? missingForRestart(content, snapshot, row);

/** The day a subscription that goes on is charged next: as it was planned, or as soon as it's needed and the patient can be notified of it. */
function restartDay(content: Content, snapshot: TreatmentSnapshot, row: SubscriptionRow): string {
  const planned = plannedBeforeCancel(snapshot, row) ?? {
    ...{ id: row.id, charge_on: earliestCharge(snapshot.today), reminded_on: null },
    ...{ earliest_charge_on: null, begins: null, moved_from: null },
  };
  return plannedChargeOf(snapshot, row, planned, content.shipping.leaddays).day;
}

/** What a patient is asked before a canceled subscription goes on: what comes with it, when the first of it is charged, and whether it begins anew. */
export function restartOffer(
  content: Content,
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): Subscription["restart"] {
  if (restartObstacle(content, snapshot, row) !== null) return null;
  const together = restartTogether(content, snapshot, row);
  return {
    names: together.map((each) => currentName(snapshot, each)),
    chargeon: together.map((each) => restartDay(content, snapshot, each)).reduce(earlierDay),
    takesback: plannedBeforeCancel(snapshot, row) !== undefined,
  };
}
