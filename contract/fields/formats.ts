/**
 * Dates and lists in words. A formatter of `Intl` holds native memory that comes back late or never, so each is made once: at the top of a
 * module, or here for every time zone. A day to compare or store is put together from its parts, never read out of a locale's spelling:
 * `en-CA` writes 2024-12-09 in one version of ICU and 12/9/2024 in the next.
 */

/** Formatters of dates that differ in their time zone only, each made when first asked for. */
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

const list = new Intl.ListFormat("en-US");

/** “A”, “A and B”, “A, B, and C”. */
export const formatList = (names: readonly string[]): string => list.format(names);
