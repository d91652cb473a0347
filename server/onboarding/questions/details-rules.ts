import type { FieldIssue } from "#contract/http/errors.ts";

export const adultAge = 18;
const oldestAge = 115;

/** Whole years from a birthday to a day, both `YYYY-MM-DD`. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** What is wrong with a birthday given today, if anything. */
export function birthdayIssue(birthday: string, today: string): FieldIssue | null {
  const age = ageOn(birthday, today);
  if (birthday > today || age > oldestAge)
    return { path: "birthday", message: "Please check the year of your birthday." };
  if (age < adultAge) return { path: "birthday", message: `You must be ${adultAge} or older to use this service.` };
  return null;
}
