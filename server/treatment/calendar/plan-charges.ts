import { addDays, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import {
  earliestFill,
  emptyOn,
  type PlannedCharge,
  plannedDay,
  synchronizeCharges,
} from "#server/prescriptions/public.ts";
import { chargeDayWhenNotified, earliestCharge } from "../charge-days.ts";
import {
  updatePrescriptionOrders,
  rescheduledTo,
  type SubscriptionRow,
  type PrescriptionOrderRow,
} from "../queries.ts";
import {
  type TreatmentSnapshot,
  boxesOf,
  loadTreatmentSnapshot,
  scheduledPrescriptionOrder,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";
import { companionGroups } from "./companions.ts";

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/**
 * Plans the charges of a patient's active subscriptions by the medicine at home, in transit and at the pharmacy; what belongs together is
 * charged on one day. Called after each change of either, in the transaction of a caller that holds the patient's order lock. A charge the
 * patient was notified of is never moved earlier; moved later, it is notified again.
 */
export async function planCharges(services: Deps, patientId: string): Promise<void> {
  const { db, content } = services;
  const snapshot = await loadTreatmentSnapshot(services, patientId, new Map());
  const { leaddays } = content.shipping;
  const running = snapshot.subscriptions.flatMap((row) => {
    const prescriptionOrder = scheduledPrescriptionOrder(snapshot, row.id);
    const isRunning =
      row.status === "active" && prescriptionOrder?.failed_on === null && prescriptionOrder.held_back_from === null;
    return isRunning ? [{ ...row, planned: plannedChargeOf(snapshot, row, prescriptionOrder, leaddays) }] : [];
  });
  const days = new Map(running.map(({ planned }) => [planned.id, planned.day]));
  for (const group of companionGroups(content, running))
    for (const [id, day] of synchronizeCharges(
      group.map(({ planned }) => planned),
      leaddays,
    ))
      days.set(id, day);
  for (const { id, charge_on } of snapshot.prescriptionOrders) {
    const day = days.get(id);
    if (day !== undefined && day !== charge_on) await updatePrescriptionOrders(db, [id], rescheduledTo(day));
  }
}

/** The day a scheduled prescription order is charged automatically. */
export function plannedChargeOf(
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
  prescriptionOrder: Pick<
    PrescriptionOrderRow,
    "id" | "charge_on" | "reminded_on" | "earliest_charge_on" | "begins" | "moved_from"
  >,
  leadDays: number,
): PlannedCharge {
  const { today } = snapshot;
  const { id, charge_on, reminded_on, earliest_charge_on, begins, moved_from } = prescriptionOrder;
  // A doctor's change that the patient agreed to have now keeps its day, whatever is left of the medicine before it.
  if (begins === "now") return { id, day: charge_on, from: charge_on };
  const boxes = boxesOf(snapshot, row);
  const soonest = [reminded_on === null ? earliestCharge(today) : charge_on, earliest_charge_on ?? today].reduce(
    laterDay,
  );
  const fillFrom = earliestFill(boxes, today);
  // What the patient moved to an earlier day stays there, unless the box before it arrived late.
  if (moved_from !== null && charge_on < moved_from) {
    const day = [charge_on, fillFrom ?? charge_on, soonest].reduce(laterDay);
    return { id, day, from: day };
  }
  // Nothing was ever shipped: the planned day is all there is to go by.
  const ownDay = boxes.length === 0 ? charge_on : plannedDay(boxes, leadDays, today);
  return { id, day: laterDay(ownDay, soonest), from: laterDay(fillFrom ?? ownDay, soonest) };
}

/** The day of the next charge if a pause ended today: the original day, or when the medicine at home runs low. */
export function chargeDayIfResumed(
  content: Services["content"],
  snapshot: TreatmentSnapshot,
  row: SubscriptionRow,
): string {
  const boxes = boxesOf(snapshot, row);
  const dayBeforePause = chargeDayWhenNotified(row.charge_on_before_pause ?? snapshot.today, snapshot.today);
  return boxes.length === 0
    ? dayBeforePause
    : laterDay(dayBeforePause, plannedDay(boxes, content.shipping.leaddays, snapshot.today));
}

/** The next charge day if a scheduled prescription order is shipped today: the medicine at home is used up first. */
export function chargeDayAfterSending(
  content: Services["content"],
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): string {
  const row = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  const sent = { days: row.days_supply, orderedOn: snapshot.today, shippedOn: null, deliveredOn: null };
  return plannedDay([...boxesOf(snapshot, row), sent], content.shipping.leaddays, snapshot.today);
}

/** The last day the medicine a patient has at home lasts, for one subscription; null before the first parcel arrives and once it is used up. */
export function lastsUntil(snapshot: TreatmentSnapshot, row: SubscriptionRow): string | null {
  const arrived = boxesOf(snapshot, row).filter(({ deliveredOn }) => deliveredOn !== null);
  const empty = emptyOn(arrived, snapshot.today);
  return empty !== null && empty > snapshot.today ? addDays(empty, -1) : null;
}
