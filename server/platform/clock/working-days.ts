import type { Content } from "#content/loader/load.ts";
import { addDays, weekdayOf } from "./calendar-days.ts";

/** The days of each year on which the practice is closed. */
export type ClosedDays = Content["promises"]["closed"];

const weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"] as const;

/** The day a rule means in a year, `YYYY-MM-DD`. */
function closedOn(rule: ClosedDays[number], year: number): string {
  const first = `${String(year)}-${String(rule.month).padStart(2, "0")}-01`;
  if ("day" in rule) {
    const day = addDays(first, rule.day - 1);
    // As the federal holidays (5 U.S.C. 6103 (b), Executive Order 11582): of a Saturday it's the Friday before, of a Sunday the Monday after.
    return addDays(day, weekdayOf(day) === 6 ? -1 : weekdayOf(day) === 0 ? 1 : 0);
  }
  const weekday = weekdays.indexOf(rule.weekday);
  if (rule.nth === "last") {
    // The first of the next month is at most 31 days later; from the day before it, back to the weekday.
    const last = addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1);
    return addDays(last, -((weekdayOf(last) - weekday + 7) % 7));
  }
  return addDays(first, ((weekday - weekdayOf(first) + 7) % 7) + 7 * (rule.nth - 1));
}

const known = new WeakMap<ClosedDays, Map<number, ReadonlySet<string>>>();

/** Every closed day of the rules that is in this year: New Year's may fall on the last day of the year before. */
function closedDaysOf(closed: ClosedDays, year: number): ReadonlySet<string> {
  const years = known.get(closed) ?? new Map<number, ReadonlySet<string>>();
  known.set(closed, years);
  let days = years.get(year);
  if (!days)
    years.set(year, (days = new Set([year, year + 1].flatMap((of) => closed.map((rule) => closedOn(rule, of))))));
  return days;
}

/** Whether somebody of the practice works on this day: no Saturday, no Sunday, none of the closed ones. */
const isWorkingDay = (closed: ClosedDays, day: string): boolean =>
  weekdayOf(day) !== 0 && weekdayOf(day) !== 6 && !closedDaysOf(closed, Number(day.slice(0, 4))).has(day);

/** The day `count` working days later. */
export function addWorkingDays(closed: ClosedDays, day: string, count: number): string {
  let reached = day;
  for (let remaining = count; remaining > 0;) {
    reached = addDays(reached, 1);
    if (isWorkingDay(closed, reached)) remaining -= 1;
  }
  return reached;
}

/** The first working day from this one on. */
export const workingDayFrom = (closed: ClosedDays, day: string): string =>
  isWorkingDay(closed, day) ? day : addWorkingDays(closed, day, 1);
