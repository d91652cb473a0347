import { settings } from "#app/api/settings.ts";

/** Days of moments are the practice's, as the days of her charges are: no charge seems to lie before its order. */
const timeZone = settings.brand.timezone;
const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone });
const dayAndTime = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeStyle: "short", timeZone });
const short = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "UTC" });
const calendar = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const weekday = new Intl.DateTimeFormat("en-US", { weekday: "long", month: "long", day: "numeric", timeZone: "UTC" });
/** Times of today are read beside her own clock. */
const clock = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const deviceDay = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });

/** A moment as a day of the practice, like “June 3, 2026”. */
export const formatDay = (moment: string): string => day.format(new Date(moment));

/** A moment as a day and a time of the practice, like “June 3, 2026 at 3:04 PM”. */
export const formatDayAndTime = (moment: string): string => dayAndTime.format(new Date(moment));

/** A moment, with its time on her clock when it was today where she is and in the practice: “Today, 3:04 PM”, else “June 3, 2026”. */
export function formatMoment(moment: string, now: Date = new Date()): string {
  const at = new Date(moment);
  const today = [day, deviceDay].every((format) => format.format(at) === format.format(now));
  return today ? `Today, ${clock.format(at)}` : day.format(at);
}

/** Time of the day on her own clock, like “3:04 PM”. */
export const formatTime = (ms: number): string => clock.format(new Date(ms));

/** A calendar day `YYYY-MM-DD` in words; it is the same day in every time zone. */
export const formatCalendarDay = (on: string): string => calendar.format(new Date(`${on}T00:00:00Z`));

/** The same with its weekday, without the year: “Friday, May 8”. */
export const formatWeekday = (on: string): string => weekday.format(new Date(`${on}T00:00:00Z`));

/** The same, short: “Jun 3, 2026”. */
export const formatShortDay = (on: string): string => short.format(new Date(`${on}T00:00:00Z`));
