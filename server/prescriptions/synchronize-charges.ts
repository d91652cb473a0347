import { daysBetween } from "#server/platform/clock/calendar-days.ts";

/** A planned charge of a product that belongs together with others. */
export interface PlannedCharge {
  readonly id: string;
  /** The charge day by its own medicine alone. */
  readonly day: string;
  /** The first day it may be charged: enough of its last box is used, the patient is notified in time and asked for no later day. */
  readonly from: string;
}

/**
 * The charge days, by id, of products that belong together: the earliest leads, and those due within `leadDays` after it join its parcel if
 * they may be charged that early. None is ever later than its own day.
 */
export function synchronizeCharges(
  plannedCharges: readonly PlannedCharge[],
  leadDays: number,
): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  let remaining = plannedCharges.toSorted((one, other) => one.day.localeCompare(other.day));
  while (remaining[0]) {
    const { day: first } = remaining[0];
    const sharesParcel = ({ day, from }: PlannedCharge) =>
      day === first || (daysBetween(first, day) <= leadDays && from <= first);
    for (const { id } of remaining.filter(sharesParcel)) days.set(id, first);
    remaining = remaining.filter((each) => !sharesParcel(each));
  }
  return days;
}
