import { dayIn } from "#contract/fields/formats.ts";
import { addWorkingDays } from "#contract/fields/working-days.ts";
import { addDays, startOfDay } from "#server/platform/clock/calendar-days.ts";
import type { PromiseToPatients } from "./entry.ts";

/** Until when it was promised: the end of the last of so many business days after the day it began to wait, counted in the practice's days. */
export function promisedUntil(
  { businessdays }: PromiseToPatients,
  { since, expires }: { readonly since: Date; readonly expires: Date | null },
  timeZone: string,
): Date | null {
  if (businessdays === null) return expires;
  return startOfDay(timeZone, addDays(addWorkingDays(dayIn(timeZone, since), businessdays), 1));
}

/** What began to wait before this moment is past a promise of so many business days. */
export function lateBefore(businessdays: number, now: Date, timeZone: string): Date {
  const today = dayIn(timeZone, now);
  let first = today;
  while (addWorkingDays(addDays(first, -1), businessdays) >= today) first = addDays(first, -1);
  return startOfDay(timeZone, first);
}
