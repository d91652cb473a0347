import type { ChangeBegins } from "#contract/treatment/changes.ts";
import { addDays, clinicToday, formatDay, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { TxServices } from "#server/platform/services.ts";
import { type Box, emptyOn } from "#server/prescriptions/public.ts";
import { latestStart, requireDay } from "./treatment-change.ts";

/*
 * When other directions begin: today, on a day, or when the box ends. The end of a box is a day as well, which the server says once. The patient reads that day,
 * and it's printed, so nothing that happens later moves it: a box that comes meanwhile is used by the same schedule.
 */

/** As it's asked for. Left out, `begins` is today, or `on_day` with a day. */
export interface WantedStart {
  readonly begins?: ChangeBegins | undefined;
  /** The day asked for; with `when_box_ends` the one that was shown. */
  readonly beginson?: string | undefined;
}

/** Refuses `bad_request` for a day that doesn't go with `begins`, or that may not be chosen. */
export function requireStart(services: Pick<TxServices, "content" | "clock">, { begins, beginson }: WantedStart): void {
  if (begins !== "when_box_ends") requireDay(services, begins ?? (beginson === undefined ? "now" : "on_day"), beginson);
}

/** A first day, undefined for today; or why there is none, in a sentence for the practice. */
interface DirectionsStart {
  readonly day: string | undefined;
  readonly unknown: string | null;
}

/** The first day that is wanted. Boxes count only for the end of one: what a prescriber decides on is the day they were shown. */
export function startOf(
  services: Pick<TxServices, "content" | "clock">,
  boxes: readonly Box[],
  { begins, beginson: shown }: WantedStart,
): DirectionsStart {
  if (begins !== "when_box_ends") return { day: shown, unknown: null };
  const { leaddays: leadDays } = services.content.shipping;
  const end = boxEnd({ boxes, leadDays, today: clinicToday(services), latest: latestStart(services) });
  if (end.day === undefined || shown === undefined || shown === end.day) return end;
  const moved = `Since you looked, it has changed when the box ends: on ${formatDay(end.day)}. Please look at it again.`;
  return { day: undefined, unknown: moved };
}

interface BoxEndFacts {
  readonly boxes: readonly Box[];
  readonly today: string;
  /** Days a parcel may take. */
  readonly leadDays: number;
  /** The last day on which something may begin. */
  readonly latest: string;
}

/**
 * The first day without what has left the pharmacy, whose labels say how it's used now; what is still at the pharmacy gets the new label. Of a parcel that is on its
 * way the day is known only while it makes no difference when it comes.
 */
export function boxEnd({ boxes, today, leadDays, latest }: BoxEndFacts): DirectionsStart {
  const sent = boxes.filter(({ shippedOn, deliveredOn }) => shippedOn !== null || deliveredOn !== null);
  const day = emptyOn(sent, today);
  const arrival = ({ shippedOn }: Box) => laterDay(addDays(shippedOn ?? today, leadDays), addDays(today, 1));
  const late = sent.map((box) => ({ ...box, deliveredOn: box.deliveredOn ?? arrival(box) }));
  if (day !== emptyOn(late, today))
    return unknownBecause("A box of it is on its way, and nobody knows when it’s begun.");
  if (day === null || day <= today) return unknownBecause("Nothing of it is at home, so there’s no box that ends.");
  return day > latest
    ? unknownBecause(`The box lasts until ${formatDay(day)}, and nothing may begin after ${formatDay(latest)}.`)
    : { day, unknown: null };
}

const unknownBecause = (reason: string): DirectionsStart => ({
  day: undefined,
  unknown: `${reason} Please let the new directions begin today or on a day.`,
});
