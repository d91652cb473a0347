import type { Content } from "#content/loader/load.ts";
import { dayIn } from "#contract/fields/formats.ts";
import { addDays, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { addWorkingDays } from "#server/platform/clock/working-days.ts";
import type { PromiseToPatients } from "./entry.ts";

/** The practice's days, and which of them nobody works. */
interface DayContent {
  readonly brand: Pick<Content["brand"], "timezone">;
  readonly promises: Pick<Content["promises"], "closed">;
}

/** Until when it was promised: the end of the last of so many business days after the day it began to wait, counted in the practice's days. */
export function promisedUntil(
  { businessdays }: PromiseToPatients,
  { since, expires }: { readonly since: Date; readonly expires: Date | null },
  { brand, promises }: DayContent,
): Date | null {
  if (businessdays === null) return expires;
  const last = addWorkingDays(promises.closed, dayIn(brand.timezone, since), businessdays);
  return startOfDay(brand.timezone, addDays(last, 1));
}

/** What began to wait before this moment is past a promise of so many business days. */
export function lateBefore(businessdays: number, now: Date, { brand, promises }: DayContent): Date {
  const today = dayIn(brand.timezone, now);
  let first = today;
  while (addWorkingDays(promises.closed, addDays(first, -1), businessdays) >= today) first = addDays(first, -1);
  return startOfDay(brand.timezone, first);
}
