import { formatsIn } from "#contract/fields/formats.ts";

/** Days are `YYYY-MM-DD`. */

const dayMs = 24 * 3_600_000;
const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });
const withWeekday = new Intl.DateTimeFormat("en-US", {
  weekday: "long",
  month: "long",
  day: "numeric",
  timeZone: "UTC",
});
const hours = formatsIn({ hour: "numeric", hourCycle: "h23" });

/** The hour of the day in a time zone, 0 to 23. */
export const hourIn = (timeZone: string, at: Date): number => Number(hours(timeZone).format(at));

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

/** “June 3, 2026”, the format of screens. */
export const dayOnScreen = (day: string): string => long.format(new Date(day));
const short = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });
/** “Jun 3”, in the line about the next charge. */
export const shortDay = (day: string): string => short.format(new Date(day));
/** “Wednesday, June 3”, the format of mails and of the server's sentences. */
export const dayInMail = (day: string): string => withWeekday.format(new Date(day));
