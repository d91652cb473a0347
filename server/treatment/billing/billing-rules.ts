import { addDays, addMonths, laterDay } from "#server/platform/clock/calendar-days.ts";

/** She is told of every charge at least this many days before it. */
export const reminderDays = 5;
/** Days before a reminder on which the doctor is asked to renew a prescription without fills. */
const renewalDays = 7;
/** Days after a charge failed on which it is tried again; then it stops. */
export const retryAfterDays = [3, 5, 7] as const;

/**
 * The day of the next try of a charge that failed first on `failedOn` and `attempts` times since, that one included; null when it stops. A day
 * that has passed is not made up for.
 */
export function nextRetry(failedOn: string, attempts: number, today: string): string | null {
  const days = retryAfterDays.slice(attempts - 1).map((after) => addDays(failedOn, after));
  return days.find((day) => day > today) ?? null;
}

/** What a supply owes after one more try of its charge failed today: since when, after how many tries, and the day of the next one. */
export function afterFailedCharge(
  prescriptionOrder: { readonly failed_on: string | null; readonly attempts: number },
  today: string,
): { failed_on: string; attempts: number; retry_on: string | null } {
  const failed_on = prescriptionOrder.failed_on ?? today;
  const attempts = prescriptionOrder.attempts + 1;
  return { failed_on, attempts, retry_on: nextRetry(failed_on, attempts, today) };
}

/** The day of the charge after one that was planned: `cycleDays` later, or as many times that as it takes to be ahead of today. */
export function nextCycleDay(planned: string, cycleDays: number, today: string): string {
  let day = planned;
  do day = addDays(day, cycleDays);
  while (day <= today);
  return day;
}

/** Months a pause may last. */
const pauseMonths = [1, 2, 3] as const;

/** The days pauses of one to three months would end: the next charge moves by as many. */
export const pauseEndDays = (planned: string): string[] => pauseMonths.map((months) => addMonths(planned, months));

/** The first day a charge can be planned for on which she will have been told in time. */
export const earliestCharge = (today: string): string => addDays(today, reminderDays);

/** The last day of charges for which it is time to ask the doctor to renew. */
export const lastChargeDayToRenew = (today: string): string => addDays(earliestCharge(today), renewalDays);

/** Whether it is time to tell her of a charge. */
export const isReminderDue = (chargeOn: string, today: string): boolean => chargeOn <= earliestCharge(today);

/** The day a charge she is told of today takes place: as planned, or later where that would be too soon. */
export const chargeDayWhenNotified = (chargeOn: string, today: string): string =>
  laterDay(chargeOn, earliestCharge(today));
