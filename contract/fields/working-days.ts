import { dayIn } from "./formats.ts";

/** The day `count` working days later; Saturdays and Sundays do not count. */
export function addWorkingDays(day: string, count: number): string {
  const date = new Date(day);
  for (let remaining = count; remaining > 0;) {
    date.setUTCDate(date.getUTCDate() + 1);
    if (date.getUTCDay() !== 0 && date.getUTCDay() !== 6) remaining -= 1;
  }
  return dayIn("UTC", date);
}
