import { daysOfParts, type Pace, partsOver } from "#contract/treatment/pace.ts";
import { addDays, daysBetween, laterDay } from "#server/platform/clock/calendar-days.ts";

/**
 * Medicine over time, as a pure calculation. Boxes of one product are used one after the other: each from the day it arrives or, if later,
 * from the day the previous one is empty. Every rule on how long medicine lasts, when the next box may be ordered and when it must be charged
 * uses this module. Days are `YYYY-MM-DD` in the practice's time zone.
 */

/** From a day on, a product is used at a pace. */
export interface PaceFrom {
  readonly from: string;
  readonly pace: Pace;
}

/** A box, or several of one order line: ordered, and neither cancelled, declined nor refunded before it left. */
export interface Box {
  /** Days' supply of all of them together, by the label. */
  readonly days: number;
  /** How fast its product is used, oldest first; as the label says before the first, and where there is none. */
  readonly paces?: readonly PaceFrom[];
  readonly orderedOn: string;
  /** Null while it is at the pharmacy. */
  readonly shippedOn: string | null;
  /** Null until the carrier or the practice reports the arrival. */
  readonly deliveredOn: string | null;
  /** The first one after a doctor's change: it is begun the day it arrives, and nothing ordered before it is used from then on. */
  readonly beginsOnArrival?: boolean;
}

/** The days a box is used: `from` is its first day, `until` the day after its last. */
export interface UseSpan {
  readonly from: string;
  readonly until: string;
}

/** Share of the newest box, in percent, that must be used before the next one may be ordered. */
const usedPercent = 75;

/**
 * The first day a box can be in the patient's hands. A box without a known arrival counts from its shipping: the next box may then come early
 * by the days in transit, but never late.
 */
const arrivalOf = ({ orderedOn, shippedOn, deliveredOn }: Box, today: string): string =>
  deliveredOn ?? shippedOn ?? laterDay(orderedOn, today);

/** When each box is used, in order of use. */
export const medicineUseSpans = (boxes: readonly Box[], today: string): UseSpan[] =>
  spansOfBoxes(boxes, today).map(({ from, until }) => ({ from, until }));

/** When each box is used, in order of use, and which one it is. One that is never begun, because a later one replaces it, is left out. */
function spansOfBoxes<B extends Box>(boxes: readonly B[], today: string): (UseSpan & { readonly box: B })[] {
  let spans: (UseSpan & { readonly box: B })[] = [];
  let replacedUntil = "";
  const arrivals = boxes.map((box) => ({ box, arrival: arrivalOf(box, today) }));
  for (const { box, arrival } of arrivals.toSorted(byArrival)) {
    if (box.beginsOnArrival) {
      spans = spans
        .filter(({ from }) => from < arrival)
        .map((span) => ({ ...span, until: span.until < arrival ? span.until : arrival }));
      replacedUntil = laterDay(replacedUntil, box.orderedOn);
    } else if (box.orderedOn <= replacedUntil) continue;
    const from = laterDay(arrival, spans.at(-1)?.until ?? arrival);
    spans.push({ from, until: emptyAfter(from, box), box });
  }
  return spans;
}

/** The day after the last one of a box that is begun on a day: what each pace uses of it until the next one begins. */
function emptyAfter(from: string, { days, paces = [] }: Box): string {
  let [day, parts, pace]: [string, number, Pace] = [from, partsOver(days, "label"), "label"];
  for (const next of paces) {
    if (next.from > day) {
      const empty = addDays(day, daysOfParts(parts, pace));
      if (empty < next.from) return empty;
      parts -= partsOver(daysBetween(day, next.from), pace);
      day = next.from;
    }
    ({ pace } = next);
  }
  return addDays(day, daysOfParts(parts, pace));
}

/** Of two that arrive on one day, the one that was ordered first is used first, and the one that lasts longer is the newest. */
const byArrival = (
  one: { readonly box: Box; readonly arrival: string },
  other: { readonly box: Box; readonly arrival: string },
): number =>
  one.arrival.localeCompare(other.arrival) ||
  one.box.orderedOn.localeCompare(other.box.orderedOn) ||
  one.box.days - other.box.days;

/** The box in use on a day, of those that have arrived by then; undefined where none is. */
export const boxInUse = <B extends Box>(boxes: readonly B[], day: string): B | undefined =>
  spansOfBoxes(
    boxes.filter(({ deliveredOn }) => deliveredOn !== null && deliveredOn <= day),
    day,
  ).find(({ from, until }) => from <= day && day < until)?.box;

/** The first day without medicine; null if there never was any. It may be in the past. */
export const emptyOn = (boxes: readonly Box[], today: string): string | null =>
  medicineUseSpans(boxes, today).at(-1)?.until ?? null;

/** Whether the patient has it in hand on a day: of the boxes that have arrived by then, one is in use. What is in transit does not count. */
export const isOnHand = (boxes: readonly Box[], day: string): boolean => boxInUse(boxes, day) !== undefined;

/** Days' supply still to be used, including what is in transit. */
export const daysOnHand = (boxes: readonly Box[], today: string): number =>
  medicineUseSpans(boxes, today).reduce(
    (sum, { from, until }) => sum + Math.max(0, daysBetween(laterDay(from, today), until)),
    0,
  );

/** The first day the next box may be ordered: 75 % of the newest one is used. Null if there never was one: at once. */
export function earliestFill(boxes: readonly Box[], today: string): string | null {
  const newest = medicineUseSpans(boxes, today).at(-1);
  // oxlint-disable-next-line formats/cents-at-home -- a percentage of days
  return newest ? addDays(newest.from, Math.ceil((daysBetween(newest.from, newest.until) * usedPercent) / 100)) : null;
}

/** Whether the newest box has yet to leave the pharmacy. */
export const isAtPharmacy = (boxes: readonly Box[]): boolean => boxes.some(({ shippedOn }) => shippedOn === null);

/**
 * The day the next box is charged so that it arrives, at most `leadDays` later, before the last one is empty; `today` if that day has passed.
 * While boxes arrive in time it advances by exactly the days' supply of a box.
 */
export function chargeDay(boxes: readonly Box[], leadDays: number, today: string): string {
  const empty = emptyOn(boxes, today);
  return empty === null ? today : laterDay(today, addDays(empty, -leadDays));
}

/**
 * The planned charge day of the next box: like `chargeDay`, as if what is at the pharmacy had arrived when it was ordered. The day stays fixed
 * until that box is shipped; shipping and arrival move it later.
 */
export const plannedDay = (boxes: readonly Box[], leadDays: number, today: string): string =>
  chargeDay(
    boxes.map((box) => ({ ...box, shippedOn: box.shippedOn ?? box.orderedOn })),
    leadDays,
    today,
  );
