const long = new Intl.DateTimeFormat("en-US", { dateStyle: "long" });
const time = new Intl.DateTimeFormat("en-US", { timeStyle: "short" });
const calendar = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A moment as a day, like “June 3, 2026”. */
export const dayOf = (moment: string): string => long.format(new Date(moment));

/** A moment, with its time when it was today: “Today, 3:04 PM”, else “June 3, 2026”. */
export function momentText(moment: string, now: Date = new Date()): string {
  const at = new Date(moment);
  return long.format(at) === long.format(now) ? `Today, ${time.format(at)}` : long.format(at);
}

/** Time of the day, like “3:04 PM”. */
export const timeOf = (ms: number): string => time.format(new Date(ms));

/** A calendar day `YYYY-MM-DD` in words; it is the same day in every time zone. */
export const calendarDay = (day: string): string => calendar.format(new Date(`${day}T00:00:00Z`));
