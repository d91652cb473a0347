import { daysOfParts, type Pace, partsOver } from "#contract/treatment/pace.ts";
import { addDays, daysBetween, earlierDay, laterDay } from "#server/platform/clock/calendar-days.ts";

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

/** Days on which a product isn't used at all: `until` is the first day it is used again. */
export interface Rest {
  readonly from: string;
  readonly until: string;
}

/** A box, or several of one order line: ordered, and neither cancelled, declined nor refunded before it left. */
export interface Box {
  /** Days' supply of all of them together, by the label. */
  readonly days: number;
  /** How fast its product is used, oldest first; as the label says before the first, and where there is none. */
  readonly paces?: readonly PaceFrom[];
  /** What was left of it on this day was lost or damaged. */
  readonly goneOn?: string;
  /** When its product rests, in order; no two on one day. */
  readonly rests?: readonly Rest[];
  readonly orderedOn: string;
  /** Tells two changes of one day apart. */
  readonly orderedAt?: Date;
  /** Null while it is at the pharmacy. */
  readonly shippedOn: string | null;
  /** Null until the carrier or the practice reports the arrival. */
  readonly deliveredOn: string | null;
  /** The first one after a doctor's change: it is begun the day it arrives, and nothing ordered before it is used from then on. */
  readonly beginsOnArrival?: boolean;
  /** Of such a box, the day a doctor has it begin; what came before it is used until then. As it arrives where left out, or where it comes later. */
  readonly beginsOn?: string | null;
}

/** The days a box is used: `from` is its first day, `until` the day after its last. */
export interface UseSpan {
  readonly from: string;
  readonly until: string;
}

/** The patient is notified of every charge at least this many days ahead. */
export const reminderDays = 5;

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

/** When each box is used, in order of use, and which one it is. One that is never begun, because a later one replaces it or it was lost, is left out. */
function spansOfBoxes<B extends Box>(boxes: readonly B[], today: string): (UseSpan & { readonly box: B })[] {
  let spans: (UseSpan & { readonly box: B })[] = [];
  let replacedUntil = "";
  const arrivals = readyDays(boxes, today);
  for (const { box, arrival } of arrivals.toSorted(byArrival)) {
    if (box.beginsOnArrival) {
      // A doctor changed it again meanwhile: the later one is in use.
      if (box.orderedOn < replacedUntil) continue;
      spans = spans
        .filter(({ from }) => from < arrival)
        .map((span) => ({ ...span, until: span.until < arrival ? span.until : arrival }));
      replacedUntil = laterDay(replacedUntil, box.orderedOn);
    } else if (box.orderedOn <= replacedUntil) continue;
    const from = laterDay(arrival, spans.at(-1)?.until ?? arrival);
    const until = earlierDay(emptyAfter(from, box), box.goneOn ?? "9999-12-31");
    if (from < until) spans.push({ from, until, box });
  }
  return spans;
}

/** When each box can be begun: once it's there, on the day a doctor has it begin, and a refill not before the one it follows. */
function readyDays<B extends Box>(boxes: readonly B[], today: string): { readonly box: B; readonly arrival: string }[] {
  const onADay = boxes.flatMap(({ beginsOn, orderedOn }) => (beginsOn == null ? [] : [{ beginsOn, orderedOn }]));
  return boxes.map((box) => {
    const days = box.beginsOnArrival
      ? [box.beginsOn ?? ""]
      : onADay.filter(({ orderedOn }) => orderedOn < box.orderedOn).map(({ beginsOn }) => beginsOn);
    return { box, arrival: days.reduce(laterDay, arrivalOf(box, today)) };
  });
}

/** The day after the last one of a box that is begun on a day: what each pace uses of it until the next one begins. */
function emptyAfter(from: string, { days, paces = [], rests = [] }: Box): string {
  let [day, parts, pace]: [string, number, Pace] = [from, partsOver(days, "label"), "label"];
  for (const next of paces) {
    if (next.from > day) {
      const empty = afterUse(day, daysOfParts(parts, pace), rests);
      if (empty < next.from) return empty;
      parts -= partsOver(daysOfUse({ from: day, until: next.from }, rests), pace);
      day = next.from;
    }
    ({ pace } = next);
  }
  return afterUse(day, daysOfParts(parts, pace), rests);
}

/** The day after so many days of use that begin on a day. */
function afterUse(from: string, days: number, rests: readonly Rest[]): string {
  let end = addDays(from, days);
  for (const rest of rests) {
    const first = laterDay(rest.from, from);
    if (first < end && first < rest.until) end = addDays(end, daysBetween(first, rest.until));
  }
  return end;
}

/** Of the days in a span, how many it's used on. */
const daysOfUse = ({ from, until }: UseSpan, rests: readonly Rest[]): number =>
  rests.reduce(
    (days, rest) => {
      const [first, end] = [laterDay(rest.from, from), earlierDay(rest.until, until)];
      return first < end ? days - daysBetween(first, end) : days;
    },
    Math.max(0, daysBetween(from, until)),
  );

/**
 * Of two that arrive on one day, the one that was ordered first is used first, and the one that lasts longer is the newest. Of two changes of one day, the later
 * one is in use.
 */
const byArrival = (
  one: { readonly box: Box; readonly arrival: string },
  other: { readonly box: Box; readonly arrival: string },
): number =>
  one.arrival.localeCompare(other.arrival) ||
  one.box.orderedOn.localeCompare(other.box.orderedOn) ||
  (one.box.beginsOnArrival && other.box.beginsOnArrival
    ? (one.box.orderedAt?.getTime() ?? 0) - (other.box.orderedAt?.getTime() ?? 0)
    : 0) ||
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
  spansOfBoxes(boxes, today).reduce(
    (sum, { from, until, box }) => sum + daysOfUse({ from: laterDay(from, today), until }, box.rests ?? []),
    0,
  );

/** The first day the next box may be ordered: 75 % of the newest one is used. Null if there never was one: at once. */
export function earliestFill(boxes: readonly Box[], today: string): string | null {
  const newest = spansOfBoxes(boxes, today).at(-1);
  if (!newest) return null;
  const { rests = [] } = newest.box;
  // oxlint-disable-next-line formats/cents-at-home -- a percentage of days
  return afterUse(newest.from, Math.ceil((daysOfUse(newest, rests) * usedPercent) / 100), rests);
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
