/**
 * Formatting of dates and lists. An `Intl` formatter holds native memory that is released late or never, so each is created once: at the top of a
 * module, or here for every time zone. A day to compare or store is built from its parts, never from a locale's format: `en-CA` writes 2024-12-09 in
 * one version of ICU and 12/9/2024 in the next.
 */

import { remember } from "./remember.ts";

/** Date formatters that differ only in their time zone, each created on first use; there are fewer zones than are kept. */
export const formatsIn = (options: Omit<Intl.DateTimeFormatOptions, "timeZone">) =>
  // oxlint-disable-next-line formats/made-once -- kept for the next call
  remember(1000, (timeZone: string) => new Intl.DateTimeFormat("en-US", { ...options, timeZone }));

/** A calendar day `YYYY-MM-DD` in words, the same in every time zone. */
const inWords = (options: Omit<Intl.DateTimeFormatOptions, "timeZone">) => {
  const format = formatsIn(options)("UTC");
  return (day: string): string => format.format(new Date(day));
};
/** “June 3, 2026” */
export const formatCalendarDay = inWords({ dateStyle: "long" });
/** “Jun 3, 2026” */
export const formatShortDay = inWords({ dateStyle: "medium" });
/** “Wednesday, June 3” */
export const formatWeekday = inWords({ weekday: "long", month: "long", day: "numeric" });
/** “June 3” */
export const formatMonthDay = inWords({ month: "long", day: "numeric" });
/** “Jun 3” */
export const formatShortMonthDay = inWords({ month: "short", day: "numeric" });
/** “June 2026”, of a day or of a month `YYYY-MM`. */
export const formatMonth = inWords({ month: "long", year: "numeric" });
/** “Wednesday” */
export const weekdayName = inWords({ weekday: "long" });

const zoneNames = formatsIn({ timeZoneName: "longGeneric" });
/** A year whose clocks change as today's do. */
const ofToday = Date.UTC(2026, 0, 15);

/** `Central Time`. */
export const timeZoneName = (timeZone: string): string =>
  zoneNames(timeZone)
    .formatToParts(ofToday)
    .find(({ type }) => type === "timeZoneName")?.value ?? timeZone;

const digits = formatsIn({
  calendar: "gregory",
  numberingSystem: "latn",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** In every zone a day begins at a full quarter of an hour of UTC, but for what clocks showed long ago. */
const quarterMs = 15 * 60_000;
const someMonthsOfQuarters = 20_000;
/** By time zone, the day of each quarter of an hour since the epoch. */
const daysByQuarter = remember(500, (timeZone: string) =>
  remember(someMonthsOfQuarters, (quarter: number) => formatDigits(timeZone, new Date(quarter * quarterMs))),
);
/** From here on zones follow quarters of an hour. */
const quartersSince = Date.UTC(1980, 0);

/** Calendar day `YYYY-MM-DD` of a moment in a time zone. */
export const dayIn = (timeZone: string, at: Date): string =>
  at.getTime() >= quartersSince
    ? daysByQuarter(timeZone)(Math.floor(at.getTime() / quarterMs))
    : formatDigits(timeZone, at);

function formatDigits(timeZone: string, at: Date): string {
  const parts = digits(timeZone).formatToParts(at);
  const part = (type: "year" | "month" | "day") => parts.find((each) => each.type === type)?.value ?? "";
  return `${part("year").padStart(4, "0")}-${part("month").padStart(2, "0")}-${part("day").padStart(2, "0")}`;
}

/** A height, as it is asked for: “5 ft 6 in”. */
export const formatHeight = (inches: number): string => `${Math.floor(inches / 12)} ft ${inches % 12} in`;

/** A full hour of the day: `7 am`, `noon`. */
export const formatHour = (hour: number): string =>
  hour === 12 ? "noon" : `${hour % 12 === 0 ? 12 : hour % 12} ${hour < 12 ? "am" : "pm"}`;

const list = new Intl.ListFormat("en-US");

/** “A”, “A and B”, “A, B, and C”. */
export const formatList = (names: readonly string[]): string => list.format(names);
