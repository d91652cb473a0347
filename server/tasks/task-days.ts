import { taskDaysAhead, type TaskKind, taskKindOf } from "#contract/care/task-kinds.ts";
import { addWorkingDays } from "#contract/fields/working-days.ts";
import { addDays, earlierDay, laterDay, startOfDay, weekdayOf } from "#server/platform/clock/calendar-days.ts";

/** When something is seen, and by when it's too late. */
export interface TaskDays {
  readonly dueOn: string | null;
  /** From when on it's in the inbox. */
  readonly waitsSince: Date;
  /** The end of the day by which somebody was there to see to it. */
  readonly dueAt: Date | null;
}

interface Now {
  readonly timezone: string;
  readonly today: string;
  readonly now: Date;
}

/** The first working day from this one on: nobody sees it on a Saturday or a Sunday. */
export const seenOn = (day: string): string =>
  weekdayOf(day) === 0 || weekdayOf(day) === 6 ? addWorkingDays(day, 1) : day;

/** Why a day can't be named; null where it can. */
export function dayObstacle(day: string, { today }: Pick<Now, "today">): string | null {
  if (day < today) return "This day is past. Please choose today or a later day.";
  if (day > addDays(today, taskDaysAhead)) return "Please choose a day within two years.";
  return null;
}

/** The days of something new. */
export const newTaskDays = (kind: TaskKind, dueOn: string | null, now: Now): TaskDays =>
  daysFrom(dueOn, taskKindOf(kind).day === "unseen_until" && dueOn !== null ? dueOn : now.today, now);

/** Until when something can be put aside; null: not at all. What is to be done moves with its day; what somebody waits for doesn't. */
export function lastDayAside(
  { kind, dueOn, answered }: { readonly kind: TaskKind; readonly dueOn: string | null; readonly answered: boolean },
  today: string,
): string | null {
  const last = addDays(today, taskDaysAhead);
  if (answered || dueOn === null || taskKindOf(kind).day === "unseen_until") return last;
  return dueOn > today ? earlierDay(dueOn, last) : null;
}

/** The days of something that is put aside until a day. */
export const asideDays = (kind: TaskKind, dueOn: string | null, until: string, now: Now): TaskDays =>
  daysFrom(taskKindOf(kind).day === "unseen_until" ? laterDay(until, dueOn ?? until) : dueOn, until, now);

const daysFrom = (dueOn: string | null, from: string, { timezone, today, now }: Now): TaskDays => ({
  dueOn,
  waitsSince: from > today ? startOfDay(timezone, from) : now,
  dueAt: dueOn === null ? null : startOfDay(timezone, addDays(seenOn(dueOn), 1)),
});
