/**
 * Formatting of dates and lists. An `Intl` formatter holds native memory that is released late or never, so each is created once: at the top of a
 * module, or here for every time zone. A day to compare or store is built from its parts, never from a locale's format: `en-CA` writes 2024-12-09 in
 * one version of ICU and 12/9/2024 in the next.
 */

/** Date formatters that differ only in their time zone, each created on first use. */
export function formatsIn(options: Omit<Intl.DateTimeFormatOptions, "timeZone">) {
  const cache = new Map<string, Intl.DateTimeFormat>();
  return (timeZone: string): Intl.DateTimeFormat => {
    // oxlint-disable-next-line formats/made-once -- kept for the next call
    const format = cache.get(timeZone) ?? new Intl.DateTimeFormat("en-US", { ...options, timeZone });
    cache.set(timeZone, format);
    return format;
  };
}

const digits = formatsIn({
  calendar: "gregory",
  numberingSystem: "latn",
  year: "numeric",
  month: "2-digit",
  day: "2-digit",
});

/** Calendar day `YYYY-MM-DD` of a moment in a time zone. */
export function dayIn(timeZone: string, at: Date): string {
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
