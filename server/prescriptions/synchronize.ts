import { daysBetween } from "#server/platform/calendar-days.ts";

/** A planned charge of something that belongs together with others. */
export interface Planned {
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
export function synchronize(planned: readonly Planned[], leadDays: number): ReadonlyMap<string, string> {
  const days = new Map<string, string>();
  let left = planned.toSorted((one, other) => one.day.localeCompare(other.day));
  while (left[0]) {
    const { day: first } = left[0];
    const joins = ({ day, from }: Planned) => day === first || (daysBetween(first, day) <= leadDays && from <= first);
    for (const { id } of left.filter(joins)) days.set(id, first);
    left = left.filter((each) => !joins(each));
  }
  return days;
}
