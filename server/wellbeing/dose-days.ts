import type { Dosing } from "#content/schema/catalogue.ts";
import { formatList, weekdayName } from "#contract/fields/formats.ts";
import { addDays, laterDay, weekdayOf } from "#server/platform/clock/calendar-days.ts";
import { momentIn } from "#server/platform/clock/zoned-time.ts";

/**
 * On which days a medicine is taken, as a pure calculation. Days are `YYYY-MM-DD` in the patient's time zone: a capsule at 11 pm in California belongs to
 * that evening, although the practice has the next day by then.
 */

/** What a patient picked for a medicine. */
export interface DoseSchedule {
  /** Days of the week, 0 is Sunday. */
  readonly days: readonly number[];
  /** The hour of the reminder; null: none. */
  readonly remindAt: number | null;
  /** The first day that counts. */
  readonly firstDay: string;
  /** The first name of the helper who chose them last; null or absent: the patient did. */
  readonly chosenBy?: string | null;
}

/** How many days back a dose can still be noted: whoever takes one late notes it for its own day. */
export const notedDaysBack = 3;

const week = [0, 1, 2, 3, 4, 5, 6];
/** The name of a day of the week; 0 is Sunday, as February 1, 1970 was. */
const nameOfWeekday = (weekday: number): string => weekdayName(`1970-02-0${1 + weekday}`);

/** The days a patient can choose from. Twice a week is three and four days apart, as the label has it. */
export function daysOptions({ daysaweek }: Pick<Dosing, "daysaweek">): readonly (readonly number[])[] {
  if (daysaweek === 7) return [week];
  if (daysaweek === 1) return week.map((day) => [day]);
  return week.map((day) => [day, (day + 3) % 7].toSorted((one, other) => one - other));
}

/** `Mondays and Thursdays`; null for every day. */
export const weekdaysText = (days: readonly number[]): string | null =>
  days.length === week.length ? null : formatList(days.map((day) => `${nameOfWeekday(day)}s`));

export const isScheduled = ({ days, firstDay }: DoseSchedule, day: string): boolean =>
  day >= firstDay && days.includes(weekdayOf(day));

/** The latest of its days before a day, at most a week back. */
export function lastScheduled(schedule: DoseSchedule, before: string): string | null {
  const days = week.map((count) => addDays(before, -1 - count));
  return days.find((day) => isScheduled(schedule, day)) ?? null;
}

/** The next dose after today. */
export function nextScheduled(schedule: DoseSchedule, today: string): string | null {
  const from = laterDay(addDays(today, 1), schedule.firstDay);
  return week.map((count) => addDays(from, count)).find((day) => isScheduled(schedule, day)) ?? null;
}

/** When the next reminder is due after a moment; null: none is wanted. `today` is the moment's day. */
export function nextReminder(schedule: DoseSchedule, timezone: string, today: string, after: Date): Date | null {
  const { remindAt } = schedule;
  if (remindAt === null) return null;
  const days = [today, nextScheduled(schedule, today)].filter((day) => day !== null && isScheduled(schedule, day));
  return days.map((day) => momentIn(timezone, day ?? today, remindAt)).find((moment) => moment > after) ?? null;
}
