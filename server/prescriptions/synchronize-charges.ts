import { daysBetween } from "#server/platform/clock/calendar-days.ts";

/** A planned charge of something that belongs together with others. */
export interface PlannedCharge {
  readonly id: string;
  /** The day its own medicine asks for. */
  readonly day: string;
  /** The first day it may be charged: enough of its last box is used, the patient is told in time and wanted it no sooner. */
  readonly from: string;
}

/**
 * The days on which charges that belong together are made, by id: the earliest leads, and those that would follow within `leadDays` come in the
 * same parcel, where they may be charged that soon. None is ever later than its own day.
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
