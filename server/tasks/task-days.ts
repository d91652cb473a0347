import { taskDaysAhead, type TaskKind, taskKindOf } from "#contract/care/task-kinds.ts";
import { addDays, earlierDay, laterDay, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { type ClosedDays, workingDayFrom } from "#server/platform/clock/working-days.ts";

/** When something is seen, and by when it's too late. */
export interface TaskDays {
  readonly dueOn: string | null;
  /** From when on it's in the inbox. */
  readonly waitsSince: Date;
  /** The end of the day by which somebody was there to see to it. */
  readonly dueAt: Date | null;
}

interface Now {
  readonly closed: ClosedDays;
  readonly timezone: string;
  readonly today: string;
  readonly now: Date;
}

/** Why a day can't be named; null where it can. */
export function dayObstacle(day: string, { today }: Pick<Now, "today">): string | null {
  if (day < today) return "This day is past. Please choose today or a later day.";
  if (day > addDays(today, taskDaysAhead)) return "Please choose a day within two years.";
  return null;
}

/** What can't wait: it's seen now, and before everything that isn't late. */
export const atOnce = ({ today, now }: Pick<Now, "today" | "now">): TaskDays => ({
  dueOn: today,
  waitsSince: now,
  dueAt: now,
});

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

const daysFrom = (dueOn: string | null, from: string, { closed, timezone, today, now }: Now): TaskDays => ({
  dueOn,
  waitsSince: from > today ? startOfDay(timezone, from) : now,
  dueAt: dueOn === null ? null : startOfDay(timezone, addDays(workingDayFrom(closed, dueOn), 1)),
});
