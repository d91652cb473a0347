import { lineTotalCents } from "#server/orders/public.ts";
import { type Sentence, toText } from "#server/platform/sentences.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { parcelCompanions } from "../calendar/companions.ts";
import { lastsUntil, planCharges } from "../calendar/plan-charges.ts";
import { quotesByDay } from "../calendar/upcoming-charges.ts";
import { chargeDayWhenNotified, isReminderDue } from "../charge-days.ts";
import { notifyUpcomingCharge } from "../notify-patient.ts";
import { holdBack } from "../prescription-orders/hold-back.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  postponeCharge,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { periodSentences } from "../sentences.ts";
import { withLockedTreatment } from "../snapshot/lock-treatment.ts";
import {
  type TreatmentSnapshot,
  loadTreatmentSnapshot,
  orderStoppedBy,
  refillsLeftOf,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";

/**
 * Notifies the patient of the charges of the next days, one mail per day, with links to skip, pause and cancel. A charge that would follow the
 * mail too soon is postponed, so that the patient always has five days. What needs a new prescription goes to the doctor first.
 */
export const remindOfCharges = (services: Services, patientId: string): Promise<void> =>
  withLockedTreatment(services, patientId, async (txServices, { prescribed }) => {
    const { db } = txServices;
    await planCharges(txServices, patientId);
    const snapshot = await loadTreatmentSnapshot(txServices, patientId, prescribed);
    // A dispute may have opened since the patient was found: the reminder would not come true.
    if (snapshot.chargesStoppedBy !== null) return;
    const days = new Map<string, PrescriptionOrderRow[]>();
    for (const prescriptionOrder of snapshot.prescriptionOrders.filter((each) => needsReminder(snapshot, each))) {
      const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
      if (refillsLeftOf(snapshot, subscription) === 0) {
        await holdBack(txServices, snapshot, prescriptionOrder);
        continue;
      }
      const day = chargeDayWhenNotified(prescriptionOrder.charge_on, snapshot.today);
      if (day !== prescriptionOrder.charge_on) await postponeCharge(db, prescriptionOrder, day);
      await updatePrescriptionOrders(db, [prescriptionOrder.id], { reminded_on: snapshot.today });
      if (subscription.status === "paused") await updateSubscriptions(db, [subscription.id], { paused_until: day });
      days.set(day, [...(days.get(day) ?? []), prescriptionOrder]);
    }
    await notifyChargeDays(txServices, patientId, days, snapshot);
  });

/** Sends one mail per day, with the total of what the patient was not notified of before. */
async function notifyChargeDays(
  services: TxServices,
  patientId: string,
  days: ReadonlyMap<string, readonly PrescriptionOrderRow[]>,
  { prescribed }: TreatmentSnapshot,
): Promise<void> {
  if (days.size === 0) return;
  const snapshot = await loadTreatmentSnapshot(services, patientId, prescribed);
  const planned = quotesByDay(services.content, snapshot);
  for (const [day, prescriptionOrders] of days) {
    const charge = planned.get(day);
    if (!charge) throw new Error(`Nothing is planned for ${day}`);
    let cents = charge.quote.totalCents;
    for (const [index, { id }] of charge.prescriptionOrders.entries()) {
      const line = charge.quote.lines[index];
      if (!line) continue;
      const isNew = prescriptionOrders.some((prescriptionOrder) => prescriptionOrder.id === id);
      if (isNew)
        await updatePrescriptionOrders(services.db, [id], { notified_cents: line.priceCents - line.discountCents });
      else cents -= lineTotalCents(line);
    }
    const subscriptionId = subscriptionOfParcel(services, snapshot, prescriptionOrders);
    const period = toText(services.content, ...periodOf(snapshot, charge.prescriptionOrders));
    await notifyUpcomingCharge(services, {
      patientId,
      day,
      prescriptionOrders,
      subscriptionId,
      cents,
      period,
    });
  }
}

/** The subscription of the first one, if all others are its parcel companions: what is done to it is done to all. */
function subscriptionOfParcel(
  { content }: TxServices,
  snapshot: TreatmentSnapshot,
  [first, ...others]: readonly PrescriptionOrderRow[],
): string | null {
  if (!first) return null;
  const companionIds = parcelCompanions(content, snapshot, first).map(({ id }) => id);
  return others.every(({ id }) => companionIds.includes(id)) ? first.subscription_id : null;
}

/** How often these charges come, and until when the patient's medicine lasts. */
function periodOf(
  snapshot: TreatmentSnapshot,
  prescriptionOrders: readonly PrescriptionOrderRow[],
): readonly Sentence[] {
  const rows = prescriptionOrders.map(({ subscription_id }) => subscriptionIn(snapshot, subscription_id));
  const [first] = rows.flatMap((row) => lastsUntil(snapshot, row) ?? []).toSorted();
  return periodSentences([...new Set(rows.map(({ days_supply }) => days_supply))], first ?? null);
}

/** A charge of the next days that comes automatically and that the patient has not been notified of. */
function needsReminder(snapshot: TreatmentSnapshot, prescriptionOrder: PrescriptionOrderRow): boolean {
  const { status, paused_until } = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  return (
    prescriptionOrder.status === "scheduled" &&
    prescriptionOrder.failed_on === null &&
    prescriptionOrder.held_back_from === null &&
    prescriptionOrder.reminded_on === null &&
    isReminderDue(prescriptionOrder.charge_on, snapshot.today) &&
    orderStoppedBy(snapshot, prescriptionOrder) === null &&
    (status === "active" || (status === "paused" && paused_until !== null))
  );
}
