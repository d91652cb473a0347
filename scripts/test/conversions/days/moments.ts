import {
  dayAfter,
  type CalendarDay,
  type Shown,
  type Zone,
  dayOf,
  lengthOfMonth,
  longMonth,
  momentsIn,
  shortMonth,
  weekdayNames,
  zones,
} from "../calendar.ts";
import { Cases } from "../laws.ts";

/** The time zone of the practice, as the apps have it where no server wrote settings. */
export const practice = "America/New_York";
export const counts = [-400, -31, -7, -1, 0, 1, 5, 7, 28, 84, 365];
export const [minuteMs, hourMs, dayMs] = [60_000, 3_600_000, 86_400_000];

export const longDay = (each: CalendarDay) => `${longMonth(each)} ${each.date}, ${each.year}`;
export const weekdayAndDay = (each: CalendarDay) => `${weekdayNames[each.weekday]}, ${longMonth(each)} ${each.date}`;
export const shortDay = (each: CalendarDay) => `${shortMonth(each)} ${each.date}, ${each.year}`;
export const two = (value: number) => String(value).padStart(2, "0");

/** Every zone, day and moment of the day at which another day is likely. */
export function eachMoment(look: (zone: Zone, at: number, shown: Shown) => void, only = zones): void {
  for (const zone of only) for (const [at, shown] of momentsIn(zone)) look(zone, at, shown);
}

/** The same day `months` later, or the last one of a shorter month. */
export function monthsAfter({ year, month, date }: CalendarDay, months: number): string {
  const all = year * 12 + (month - 1) + months;
  const [inYear, inMonth] = [Math.floor(all / 12), (all % 12) + 1];
  return dayOf(inYear, inMonth, Math.min(date, lengthOfMonth(inYear, inMonth)));
}

export const receiptYears = (current: number, given: readonly number[], cases: Cases): void => {
  cases.is(given[0], current);
  cases.is(given.length, current - (given.at(-1) ?? 0) + 1, "no year is left out");
};

const isWorkday = ({ weekday }: CalendarDay) => weekday !== 0 && weekday !== 6;
/** The day so many working days later: Saturdays and Sundays don't count. */
export function workdaysAfter(day: string, count: number): string {
  let [at, left] = [dayAfter(day, 0), count];
  while (left > 0) {
    at = dayAfter(at.day, 1);
    if (isWorkday(at)) left -= 1;
  }
  return at.day;
}
