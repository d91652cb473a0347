import { addDays, daysBetween, laterDay } from "#server/platform/clock/calendar-days.ts";

/**
 * Medicine over time, as a pure calculation. Boxes of one product are used one after the other: the first from the day it arrives, each next one
 * when the one before is empty, or on arrival where there was none left. Everything that asks how long medicine lasts, when the next box may be
 * ordered and when it must be charged reads it here. Days are `YYYY-MM-DD` in the practice's time zone.
 */

/** A box, or several of one order line: ordered and neither cancelled, declined nor refunded before it left. */
export interface Box {
  /** Days' supply of all of it. */
  readonly days: number;
  readonly orderedOn: string;
  /** Null while it is at the pharmacy. */
  readonly shippedOn: string | null;
  /** Null until the carrier or the practice says that it arrived. */
  readonly deliveredOn: string | null;
}

/** The days a box is used: `from` is its first day, `until` the day after its last. */
export interface UseSpan {
  readonly from: string;
  readonly until: string;
}

/** Share of the newest box, in percent, that must be used before the next one may be ordered. */
const usedPercent = 75;

/**
 * The first day a box can be in the patient's hands. What left without a known arrival counts from its shipping: medicine that is thought to have
 * arrived earlier than it did comes too early by the days of its journey, and never too late.
 */
const arrivalOf = ({ orderedOn, shippedOn, deliveredOn }: Box, today: string): string =>
  deliveredOn ?? shippedOn ?? laterDay(orderedOn, today);

/** When each box is used, in that order. */
export function medicineUseSpans(boxes: readonly Box[], today: string): UseSpan[] {
  const spans: UseSpan[] = [];
  const arrivals = boxes.map((box) => ({ days: box.days, arrival: arrivalOf(box, today) }));
  for (const { days, arrival } of arrivals.toSorted((one, other) => one.arrival.localeCompare(other.arrival))) {
    const from = laterDay(arrival, spans.at(-1)?.until ?? arrival);
    spans.push({ from, until: addDays(from, days) });
  }
  return spans;
}

/** The first day without medicine; null where there never was any. It may have passed. */
export const emptyOn = (boxes: readonly Box[], today: string): string | null =>
  medicineUseSpans(boxes, today).at(-1)?.until ?? null;

/** Days' supply still to be used, with what is on its way. */
export const daysOnHand = (boxes: readonly Box[], today: string): number =>
  medicineUseSpans(boxes, today).reduce(
    (sum, { from, until }) => sum + Math.max(0, daysBetween(laterDay(from, today), until)),
    0,
  );

/** The first day the next box may be ordered: 75 % of the newest one is used. Null where there never was one: at once. */
export function earliestFill(boxes: readonly Box[], today: string): string | null {
  const newest = medicineUseSpans(boxes, today).at(-1);
  return newest ? addDays(newest.from, Math.ceil((daysBetween(newest.from, newest.until) * usedPercent) / 100)) : null;
}

/** Whether the newest box has yet to leave the pharmacy. */
export const isAtPharmacy = (boxes: readonly Box[]): boolean => boxes.some(({ shippedOn }) => shippedOn === null);

/**
 * The day the next box is charged, so that it arrives, at most `leadDays` later, before the last one is empty. A day that has passed is `today`.
 * Between boxes that arrive in time it advances by exactly the days' supply of a box.
 */
export function chargeDay(boxes: readonly Box[], leadDays: number, today: string): string {
  const empty = emptyOn(boxes, today);
  return empty === null ? today : laterDay(today, addDays(empty, -leadDays));
}

/**
 * The day the next box is planned to be charged: as `chargeDay`, as if what is at the pharmacy arrived when it was ordered. Until it leaves the day
 * stands still; with its shipping and its arrival it moves later.
 */
export const plannedDay = (boxes: readonly Box[], leadDays: number, today: string): string =>
  chargeDay(
    boxes.map((box) => ({ ...box, shippedOn: box.shippedOn ?? box.orderedOn })),
    leadDays,
    today,
  );
