import { formatDay } from "#app/formats/dates.ts";
import { settings } from "#app/settings.ts";
import { dayIn, formatCalendarDay, formatMonthDay } from "#contract/fields/formats.ts";

/*
 * Staff read one clock wherever they sit: the practice's, which days of orders and promises are counted in. A time of day says so (“3:04 PM ET”), so that
 * nobody takes it for their own or for the patient's.
 */

const timeZone = settings.brand.timezone;
const time = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZone,
  timeZoneName: "shortGeneric",
});

/** “3:04 PM ET” */
export const practiceTime = (moment: string): string => time.format(new Date(moment));

/** “June 3, 2026 at 3:04 PM ET” */
export const practiceDayAndTime = (moment: string): string => `${formatDay(moment)} at ${practiceTime(moment)}`;

/** The practice's day of a moment, `YYYY-MM-DD`, to tell days apart. */
export const practiceDay = (moment: string): string => dayIn(timeZone, new Date(moment));

const daysAgo = (on: string, now: Date): number =>
  Math.round((Date.parse(dayIn(timeZone, now)) - Date.parse(on)) / 86_400_000);

/** One of the practice's days above what happened on it: “Today”, “Yesterday”, “June 3”, in other years “June 3, 2025”. */
export function practiceDayHeading(on: string, now: Date): string {
  const ago = daysAgo(on, now);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  return on.slice(0, 4) === dayIn(timeZone, now).slice(0, 4) ? formatMonthDay(on) : formatCalendarDay(on);
}

/** When something happened, within a sentence: “today at 3:04 PM ET”, “yesterday at 3:04 PM ET”, “on June 3”. */
export function onPracticeDay(moment: string, now: Date): string {
  const heading = practiceDayHeading(practiceDay(moment), now);
  const ago = daysAgo(practiceDay(moment), now);
  return ago === 0 || ago === 1 ? `${heading.toLowerCase()} at ${practiceTime(moment)}` : `on ${heading}`;
}
