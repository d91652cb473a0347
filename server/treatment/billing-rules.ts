import { addDays, addMonths, dayOfMonth, daysBetween, laterOf } from "./days.ts";

/** She is told of every charge at least this many days before it. */
export const reminderDays = 5;
/** Days after a charge failed on which it is tried again; then it stops. */
export const retryAfterDays = [3, 5, 7] as const;
/** A supply that is charged later than this many days after its day starts a rhythm of its own, so that two never come close together. */
const lateDays = 7;
/** Part of the last supply that has to be used before the next one may come, in percent. */
const usedPercent = 75;

/**
 * The day of the next try of a charge that failed first on `failedOn` and `attempts` times since, that one included; null when it stops. A day
 * that has passed is not made up for.
 */
export function nextRetry(failedOn: string, attempts: number, today: string): string | null {
  const days = retryAfterDays.slice(attempts - 1).map((after) => addDays(failedOn, after));
  return days.find((day) => day > today) ?? null;
}

/** What a supply owes after one more try of its charge failed today: since when, after how many tries, and the day of the next one. */
export function afterFailedTry(
  supply: { readonly failed_on: string | null; readonly attempts: number },
  today: string,
): { failed_on: string; attempts: number; retry_on: string | null } {
  const failed_on = supply.failed_on ?? today;
  const attempts = supply.attempts + 1;
  return { failed_on, attempts, retry_on: nextRetry(failed_on, attempts, today) };
}

export interface Period {
  /** Day the supply was planned for. */
  readonly dueOn: string;
  /** Day it was charged. */
  readonly chargedOn: string;
  readonly months: number;
  /** Day of the month the subscription is charged on. */
  readonly anchorDay: number;
}

/**
 * The day of the charge after this one, and the day of the month the subscription keeps to from then on. On time, or up to a week late, it
 * keeps its rhythm; early or later than that, the next supply is counted from the day of the charge.
 */
export function nextPeriod({ dueOn, chargedOn, months, anchorDay }: Period): { chargeOn: string; anchorDay: number } {
  const late = daysBetween(dueOn, chargedOn);
  if (late >= 0 && late <= lateDays) return { chargeOn: addMonths(dueOn, months, anchorDay), anchorDay };
  return { chargeOn: addMonths(chargedOn, months), anchorDay: dayOfMonth(chargedOn) };
}

/** The day of the charge after a planned one that is not made: one period later, and never in the past. */
export function dayAfter(planned: string, months: number, anchorDay: number | null, today: string): string {
  let day = planned;
  do day = addMonths(day, months, anchorDay ?? undefined);
  while (day <= today);
  return day;
}

/** Months a pause may last. */
const pauseMonths = [1, 2, 3] as const;

/** The days pauses of one to three months would end: the next charge moves by as many. */
export const pauseEnds = (planned: string, anchorDay: number | null): string[] =>
  pauseMonths.map((months) => addMonths(planned, months, anchorDay ?? undefined));

/** The first day a charge can be planned for on which she will have been told in time. */
export const earliestCharge = (today: string): string => addDays(today, reminderDays);

/** Whether it is time to tell her of a charge. */
export const isReminderDue = (chargeOn: string, today: string): boolean => chargeOn <= earliestCharge(today);

/** The day a charge she is told of today takes place: as planned, or later where that would be too soon. */
export const chargeDayWhenTold = (chargeOn: string, today: string): string => laterOf(chargeOn, earliestCharge(today));

/** The day the next supply may come: 75 % of the last one, which lasts `days` from `start`, is used. */
export const nextSupplyFrom = ({ start, days }: { readonly start: string; readonly days: number }): string =>
  addDays(start, Math.ceil((days * usedPercent) / 100));
