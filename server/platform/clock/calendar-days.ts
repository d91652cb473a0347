import { dayIn, formatCalendarDay, formatWeekday } from "#contract/fields/formats.ts";
import { remember } from "#contract/fields/remember.ts";
import type { Services } from "../services.ts";

/** Calendar days as `YYYY-MM-DD`; arithmetic on them involves no time of day, so clock changes do not affect it. */

const dayMs = 86_400_000;

/** What screens show and charges ask about lies within a few years. */
const daysToRemember = 2000;

/** When a day begins in UTC, in milliseconds. */
const startInUtc = remember(daysToRemember, Date.parse);

/** The day in UTC, as `toISOString` has it. */
const utcDay = remember(daysToRemember, (ms: number): string => {
  if (Number.isNaN(ms)) throw new RangeError("Not a day");
  const at = new Date(ms);
  const digits = (value: number, count: number) => String(value).padStart(count, "0");
  return `${digits(at.getUTCFullYear(), 4)}-${digits(at.getUTCMonth() + 1, 2)}-${digits(at.getUTCDate(), 2)}`;
});

/** The day `count` days later, or earlier if negative. */
export const addDays = (day: string, count: number): string => utcDay(startInUtc(day) + count * dayMs);

/** Days from one day to another. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((startInUtc(to) - startInUtc(from)) / dayMs);

/** The same day `months` later; the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, dayOfMonth = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return utcDay(Date.UTC(year, month - 1 + months, Math.min(dayOfMonth, last)));
}

/** The moment a calendar day begins in a time zone; where the clocks skip midnight, its first moment. */
export function startOfDay(timeZone: string, day: string): Date {
  const minute = 60_000;
  // No zone is further from UTC than this, and each is a whole number of minutes away.
  let [before, at] = [Date.parse(day) - 15 * 60 * minute, Date.parse(day) + 15 * 60 * minute];
  while (at - before > minute) {
    const middle = before + Math.floor((at - before) / minute / 2) * minute;
    if (dayIn(timeZone, new Date(middle)) >= day) at = middle;
    else before = middle;
  }
  return new Date(at);
}

/** The later of two days. */
export const laterDay = (first: string, second: string): string => (first > second ? first : second);

/** The earlier of two days. */
export const earlierDay = (first: string, second: string): string => (first < second ? first : second);

/** `Friday, May 8`. */
export const formatDay = remember(daysToRemember, formatWeekday);
/** `May 8, 2026`. */
export const formatDayWithYear = remember(daysToRemember, formatCalendarDay);

/** Today in the practice's time zone, `YYYY-MM-DD`. */
export const clinicToday = ({ content, clock }: Pick<Services, "content" | "clock">): string =>
  dayIn(content.brand.timezone, clock.now());

/** The day of the week of a calendar day; 0 is Sunday. */
export const weekdayOf = (day: string): number => new Date(day).getUTCDay();
