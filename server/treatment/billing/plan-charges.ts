import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { addDays, laterDay } from "#server/platform/clock/calendar-days.ts";
import {
  earliestFill,
  emptyOn,
  type PlannedCharge,
  plannedDay,
  synchronizeCharges,
} from "#server/prescriptions/public.ts";
import { chargeDayWhenNotified, earliestCharge } from "./billing-rules.ts";
import {
  type TreatmentSnapshot,
  boxesOf,
  loadTreatmentSnapshot,
  scheduledPrescriptionOrder,
  subscriptionIn,
} from "../treatment-snapshot.ts";
import { companionGroups } from "../companions.ts";
import {
  updatePrescriptionOrders,
  rescheduledTo,
  type SubscriptionRow,
  type PrescriptionOrderRow,
} from "../queries.ts";

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/**
 * Plans the charges of a patient's running subscriptions by what is known of the medicine at home, on its way and at the pharmacy; what belongs
 * together on one day. Called after each change of either, in the transaction of a caller who holds the lock of the patient's orders. A charge
 * the patient was told of is never made sooner; made later, it is told anew.
 */
export async function planCharges(services: Deps, patientId: string): Promise<void> {
  const { db, content } = services;
  const snapshot = await loadTreatmentSnapshot(services, patientId, new Map());
  const { leaddays } = content.shipping;
  const running = snapshot.subscriptions.flatMap((row) => {
    const prescriptionOrder = scheduledPrescriptionOrder(snapshot, row.id);
    const isRunning =
      row.status === "active" && prescriptionOrder?.failed_on === null && prescriptionOrder.held_on === null;
    return isRunning ? [{ ...row, planned: plannedChargeOf(snapshot, row, prescriptionOrder, leaddays) }] : [];
  });
  const days = new Map(running.map(({ planned }) => [planned.id, planned.day]));
  for (const group of companionGroups(content, running))
    for (const [id, day] of synchronizeCharges(
      group.map(({ planned }) => planned),
      leaddays,
    ))
      days.set(id, day);
  for (const { id, charge_on } of snapshot.supplies) {
    const day = days.get(id);
    if (day !== undefined && day !== charge_on) await updatePrescriptionOrders(db, [id], rescheduledTo(day));
  }
}

/** When a planned prescription order is charged if it comes by itself. */
function plannedChargeOf(
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
  prescriptionOrder: PrescriptionOrderRow,
  leadDays: number,
): PlannedCharge {
  const { today } = snapshot;
  const { id, charge_on, reminded_on, not_before } = prescriptionOrder;
  const boxes = boxesOf(snapshot, row);
  const soonest = [reminded_on === null ? earliestCharge(today) : charge_on, not_before ?? today].reduce(laterDay);
  // Nothing was ever sent: the day that was planned is all there is to go by.
  const ownDay = boxes.length === 0 ? charge_on : plannedDay(boxes, leadDays, today);
  return { id, day: laterDay(ownDay, soonest), from: laterDay(earliestFill(boxes, today) ?? ownDay, soonest) };
}

/** The day of the next charge if a pause were ended today: where it was before, or where the medicine at home asks for it. */
export function chargeDayIfResumed(
  content: Services["content"],
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): string {
  const boxes = boxesOf(snapshot, row);
  const dayBeforePause = chargeDayWhenNotified(row.planned_on ?? snapshot.today, snapshot.today);
  return boxes.length === 0
    ? dayBeforePause
    : laterDay(dayBeforePause, plannedDay(boxes, content.shipping.leaddays, snapshot.today));
}

/** The day of the charge that follows if a planned prescription order is sent today: what is at home is used up first. */
export function chargeDayAfterSending(
  content: Services["content"],
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): string {
  const row = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  const sent = { days: row.days_supply, orderedOn: snapshot.today, shippedOn: null, deliveredOn: null };
  return plannedDay([...boxesOf(snapshot, row), sent], content.shipping.leaddays, snapshot.today);
}

/** The last day of the medicine a patient has at home of a subscription; null before the first parcel, and once it is used up. */
export function lastsUntil(snapshot: TreatmentSnapshot, row: SubscriptionRow): string | null {
  const arrived = boxesOf(snapshot, row).filter(({ deliveredOn }) => deliveredOn !== null);
  const empty = emptyOn(arrived, snapshot.today);
  return empty !== null && empty > snapshot.today ? addDays(empty, -1) : null;
}
