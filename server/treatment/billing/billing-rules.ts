import { addDays, addMonths, laterDay } from "#server/platform/clock/calendar-days.ts";

/** The patient is notified of every charge at least this many days ahead. */
export const reminderDays = 5;
/** Days before a reminder on which the doctor is asked to renew a prescription with no refills left. */
const renewalDays = 7;
/** Days after the first failure on which a charge is retried; after the last it stops. */
export const retryAfterDays = [3, 5, 7] as const;

/**
 * The day a charge is retried that first failed on `failedOn` and has failed `attempts` times, including the first; null when retries are
 * over. A retry day that has passed is not made up for.
 */
export function nextRetry(failedOn: string, attempts: number, today: string): string | null {
  const days = retryAfterDays.slice(attempts - 1).map((after) => addDays(failedOn, after));
  return days.find((day) => day > today) ?? null;
}

/**
 * The past-due columns of a prescription order after one more charge attempt failed today: since when, how many attempts, and the next retry
 * day.
 */
export function afterFailedCharge(
  prescriptionOrder: { readonly failed_on: string | null; readonly attempts: number },
  today: string,
): { failed_on: string; attempts: number; retry_on: string | null } {
  const failed_on = prescriptionOrder.failed_on ?? today;
  const attempts = prescriptionOrder.attempts + 1;
  return { failed_on, attempts, retry_on: nextRetry(failed_on, attempts, today) };
}

/** The charge day one cycle after a planned one: `cycleDays` later, or as many cycles as it takes to be after today. */
export function nextCycleDay(planned: string, cycleDays: number, today: string): string {
  let day = planned;
  do day = addDays(day, cycleDays);
  while (day <= today);
  return day;
}

/** Months a pause may last. */
const pauseMonths = [1, 2, 3] as const;

/** The days on which pauses of one to three months end: the next charge moves by as many months. */
export const pauseEndDays = (planned: string): string[] => pauseMonths.map((months) => addMonths(planned, months));

/** The first day a charge can be planned for so that the patient is notified in time. */
export const earliestCharge = (today: string): string => addDays(today, reminderDays);

/** The last charge day for which it is time to ask the doctor to renew. */
export const lastChargeDayToRenew = (today: string): string => addDays(earliestCharge(today), renewalDays);

/** Whether it is time to notify the patient of a charge. */
export const isReminderDue = (chargeOn: string, today: string): boolean => chargeOn <= earliestCharge(today);

/** The day of a charge the patient is notified of today: as planned, or later if that would be too soon. */
export const chargeDayWhenNotified = (chargeOn: string, today: string): string =>
  laterDay(chargeOn, earliestCharge(today));
