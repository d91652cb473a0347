import { dayIn } from "#contract/fields/formats.ts";
import { settings } from "#app/settings.ts";

/** Days are in the practice's time zone, like the days of charges: otherwise a charge could seem to precede its order. */
const timeZone = settings.brand.timezone;
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone });
const short = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const calendar = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
/** Times of today are in the time zone of the patient's device. */
const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const deviceDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** A moment as a day in the practice's time zone: “June 3, 2026”. */
export const formatDay = (moment: string): string => day.format(new Date(moment));

/** A moment as a day and time in the practice's time zone: “June 3, 2026 at 3:04 PM”. */
export const formatDayAndTime = (moment: string): string => dayAndTime.format(new Date(moment));

/** A moment as “Today, 3:04 PM” in the device's time zone if it is today both there and in the practice's, else as “June 3, 2026”. */
export function formatMoment(moment: string, now: Date = new Date()): string {
  const at = new Date(moment);
  const today = [day, deviceDay].every((format) => format.format(at) === format.format(now));
  return today ? `Today, ${clock.format(at)}` : day.format(at);
}

/** A time of day in the device's time zone: “3:04 PM”. */
export const formatTime = (ms: number): string => clock.format(new Date(ms));

/** A calendar day `YYYY-MM-DD` in words; the same in every time zone. */
export const formatCalendarDay = (on: string): string => calendar.format(new Date(`${on}T00:00:00Z`));

/** A calendar day with its weekday, without the year: “Friday, May 8”. */
export const formatWeekday = (on: string): string => weekday.format(new Date(`${on}T00:00:00Z`));

const monthDay = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
const monthDayInPractice = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone });

/** A calendar day of these months, without the year: “Jun 3”. */
export const formatMonthDay = (on: string): string => monthDay.format(new Date(`${on}T00:00:00Z`));

/** A moment as such a day in the practice's time zone. */
export const formatMonthDayOf = (moment: string): string => monthDayInPractice.format(new Date(moment));

/** A calendar day, short: “Jun 3, 2026”. */
export const formatShortDay = (on: string): string => short.format(new Date(`${on}T00:00:00Z`));

const dateFormat = new Intl.DateTimeFormat("en-US", {
  month: "long",
  day: "2-digit",
  year: "numeric",
  timeZone: settings.brand.timezone,
});

/** A moment as a day in the practice's timezone in the form `MMMM DD, YYYY` (spec §2.3), like “November 05, 2026”. */
export const longDay = (moment: string): string => dateFormat.format(new Date(moment));

const monthFormat = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

/** `2026-06` as “June 2026”. */
export const monthText = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00:00Z`));

const timeFormat = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const monthDayFormat = new Intl.DateTimeFormat("en-US", { month: "long", day: "numeric" });
const dayAndYear = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
const shortMonthDayFormat = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric" });
const shortDayAndYear = new Intl.DateTimeFormat("en-US", { dateStyle: "medium" });

const midnight = (at: Date): Date => new Date(at.getFullYear(), at.getMonth(), at.getDate());
const yesterday = (now: Date): Date => new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
const sameDay = (one: Date, other: Date): boolean => midnight(one).getTime() === midnight(other).getTime();

const relative = new Intl.RelativeTimeFormat("en-US", { numeric: "auto" });

/** Whole days between two moments, by the practice's calendar. */
const daysBetween = (from: Date, to: Date): number =>
  Math.round((Date.parse(dayIn(timeZone, to)) - Date.parse(dayIn(timeZone, from))) / 86_400_000);

/** How long ago: “just now”, “5 minutes ago”, “2 hours ago”, after a day “yesterday”, “3 days ago”, “2 weeks ago”. */
export function timeAgo(moment: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - Date.parse(moment)) / 60_000);
  if (minutes < 1) return "just now";
  if (minutes < 60) return relative.format(-minutes, "minute");
  if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), "hour");
  const days = daysBetween(new Date(moment), now);
  return days < 14 ? relative.format(-days, "day") : relative.format(-Math.floor(days / 7), "week");
}

/** The day of a moment by the practice's calendar, above what happened on it: “Today”, “Yesterday”, “November 05, 2026” (spec §2.3). */
export function dayTitle(moment: string, now: Date): string {
  const days = daysBetween(new Date(moment), now);
  return days <= 0 ? "Today" : days === 1 ? "Yesterday" : longDay(moment);
}

/** Key of a moment's local day, to tell days apart. */
export const dayKey = (moment: string): string => midnight(new Date(moment)).toISOString();

/** Local time, like “3:04 PM”. */
export const clockTime = (moment: string | number): string => timeFormat.format(new Date(moment));

/** The day above its messages: “Today”, “Yesterday”, “June 3”, in other years “June 3, 2025”. */
export function dayHeading(moment: string, now: Date): string {
  const at = new Date(moment);
  if (sameDay(at, now)) return "Today";
  if (sameDay(at, yesterday(now))) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? monthDayFormat : dayAndYear).format(at);
}

/** When something was written, in words: “Today at 3:04 PM”, “Yesterday at 3:04 PM”, “June 3”, in other years “June 3, 2025”. */
export function whenInWords(moment: string, now: Date): string {
  const day = dayHeading(moment, now);
  return isRecentDay(new Date(moment), now) ? `${day} at ${clockTime(moment)}` : day;
}

/** The same within a sentence: “today at 3:04 PM”, “on June 3”. */
export function onWhenInWords(moment: string, now: Date): string {
  const words = whenInWords(moment, now);
  return isRecentDay(new Date(moment), now) ? words.charAt(0).toLowerCase() + words.slice(1) : `on ${words}`;
}

const isRecentDay = (at: Date, now: Date): boolean => sameDay(at, now) || sameDay(at, yesterday(now));

/** A short time for a list: “Today, 3:04 PM”, “Yesterday”, “Jun 3”, “Jun 3, 2025”. */
export function shortTime(moment: string, now: Date): string {
  const at = new Date(moment);
  if (sameDay(at, now)) return `Today, ${timeFormat.format(at)}`;
  if (sameDay(at, yesterday(now))) return "Yesterday";
  return (at.getFullYear() === now.getFullYear() ? shortMonthDayFormat : shortDayAndYear).format(at);
}
