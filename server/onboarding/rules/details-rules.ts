import type { RefusedField } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";

export const adultAge = 18;
const oldestAge = 115;

/** Whole years from a birthday to a day, both `YYYY-MM-DD`. */
export function ageOn(birthday: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthday.slice(0, 4));
  return day.slice(5) < birthday.slice(5) ? years - 1 : years;
}

/** What is wrong with a birthday given today, if anything. */
export function birthdayIssue(birthday: string, today: string): RefusedField | null {
  const age = ageOn(birthday, today);
  if (birthday > today || age > oldestAge)
    return { path: "birthday", message: sentence("onboarding.check_birth_year") };
  if (age < adultAge) return { path: "birthday", message: sentence("onboarding.too_young", { age: String(adultAge) }) };
  return null;
}
