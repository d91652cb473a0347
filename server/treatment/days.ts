/** The same day some months on; the last day of a shorter month. Days as `YYYY-MM-DD`. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))).toISOString().slice(0, 10);
}

/** The moment on the day some months on, at the same time of day in UTC. */
export const monthsAfter = (at: Date, months: number): Date =>
  new Date(addMonths(at.toISOString().slice(0, 10), months) + at.toISOString().slice(10));

/** The day some working days on; Saturdays and Sundays are none. */
export function addWorkingDays(day: string, count: number): string {
  const date = new Date(day);
  for (let left = count; left > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) left -= 1;
  }
  return date.toISOString().slice(0, 10);
}

const words = new Intl.DateTimeFormat("en-US", { timeZone: "UTC", weekday: "long", month: "long", day: "numeric" });
/** `Friday, May 8`. */
export const dayInWords = (day: string): string => words.format(new Date(day));
