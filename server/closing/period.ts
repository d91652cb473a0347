import { longestPeriodDays } from "#contract/care/closing.ts";
import { addDays, clinicToday, startOfDay } from "#server/platform/clock/calendar-days.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import type { DayPeriod } from "./compare-day.ts";

/** From one day to another one, both included, in the practice's time zone. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** A period as it was asked for, up to today: its last day, and its moments. `bad_request` for days that are none. */
export function askedPeriod(
  services: Pick<Services, "content" | "clock">,
  { from, to }: Period,
): { readonly last: string; readonly moments: DayPeriod } {
  const { timezone } = services.content.brand;
  const today = clinicToday(services);
  if (to < from) throw refusedDay("to", "Please choose a last day that isn't before the first one.");
  if (from > today) throw refusedDay("from", "This day is still to come.");
  if (to >= addDays(from, longestPeriodDays)) throw refusedDay("to", "Please choose a year at most.");
  const last = to < today ? to : today;
  return { last, moments: { from: startOfDay(timezone, from), to: startOfDay(timezone, addDays(last, 1)) } };
}

const refusedDay = (path: keyof Period, message: string): Refusal =>
  new Refusal("bad_request", { message, fields: [{ path, message }] });
