import type { Database } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { addDays, laterOf } from "#server/platform/calendar-days.ts";
import { earliestFill, emptyOn, type Planned, plannedDay, synchronize } from "#server/prescriptions/public.ts";
import { chargeDayWhenTold, earliestCharge } from "./billing-rules.ts";
import { type Book, boxesOf, openBook, scheduledSupply, subscriptionIn } from "./book.ts";
import { groupsOf } from "./together.ts";
import { changeSupplies, plannedFor, type SubscriptionRow, type SupplyRow } from "./supply-queries.ts";

type Parts = Pick<Services, "clock" | "content"> & { readonly db: Database };

/**
 * Plans the charges of a patient's running subscriptions by what is known of the medicine at home, on its way and at the pharmacy; what belongs
 * together on one day. Called after each change of either, in the transaction of a caller who holds the lock of the patient's orders. A charge
 * the patient was told of is never made sooner; made later, it is told anew.
 */
export async function planCharges(parts: Parts, patientId: string): Promise<void> {
  const { db, content } = parts;
  const book = await openBook(parts, patientId, new Map());
  const { leaddays } = content.shipping;
  const running = book.subscriptions.flatMap((row) => {
    const supply = scheduledSupply(book, row.id);
    const runs = row.status === "active" && supply?.failed_on === null && supply.held_on === null;
    return runs ? [{ ...row, planned: plannedOf(book, row, supply, leaddays) }] : [];
  });
  const days = new Map(running.map(({ planned }) => [planned.id, planned.day]));
  for (const group of groupsOf(content, running))
    for (const [id, day] of synchronize(
      group.map(({ planned }) => planned),
      leaddays,
    ))
      days.set(id, day);
  for (const { id, charge_on } of book.supplies) {
    const day = days.get(id);
    if (day !== undefined && day !== charge_on) await changeSupplies(db, [id], plannedFor(day));
  }
}

/** When a planned prescription order is charged if it comes by itself. */
function plannedOf(book: Book, row: SubscriptionRow, supply: SupplyRow, leadDays: number): Planned {
  const { today } = book;
  const { id, charge_on, reminded_on, not_before } = supply;
  const boxes = boxesOf(book, row);
  const soonest = [reminded_on === null ? earliestCharge(today) : charge_on, not_before ?? today].reduce(laterOf);
  // Nothing was ever sent: the day that was planned is all there is to go by.
  const own = boxes.length === 0 ? charge_on : plannedDay(boxes, leadDays, today);
  return { id, day: laterOf(own, soonest), from: laterOf(earliestFill(boxes, today) ?? own, soonest) };
}

/** The day of the next charge if a pause were ended today: where it was before, or where the medicine at home asks for it. */
export function chargeIfResumed(content: Services["content"], book: Book, row: SubscriptionRow): string {
  const boxes = boxesOf(book, row);
  const before = chargeDayWhenTold(row.planned_on ?? book.today, book.today);
  return boxes.length === 0 ? before : laterOf(before, plannedDay(boxes, content.shipping.leaddays, book.today));
}

/** The day of the charge that follows if a planned prescription order is sent today: what is at home is used up first. */
export function chargeAfterNow(content: Services["content"], book: Book, supply: SupplyRow): string {
  const row = subscriptionIn(book, supply.subscription_id);
  const sent = { days: row.days_supply, orderedOn: book.today, shippedOn: null, deliveredOn: null };
  return plannedDay([...boxesOf(book, row), sent], content.shipping.leaddays, book.today);
}

/** The last day of the medicine a patient has at home of a subscription; null before the first parcel, and once it is used up. */
export function lastsUntil(book: Book, row: SubscriptionRow): string | null {
  const arrived = boxesOf(book, row).filter(({ deliveredOn }) => deliveredOn !== null);
  const empty = emptyOn(arrived, book.today);
  return empty !== null && empty > book.today ? addDays(empty, -1) : null;
}
