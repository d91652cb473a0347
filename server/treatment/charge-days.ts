import { limits } from "#contract/constants.ts";
import { addDays, addMonths, laterDay } from "#server/platform/clock/calendar-days.ts";
import { reminderDays } from "#server/prescriptions/public.ts";

/** Days before a reminder on which the doctor is asked to renew a prescription with no refills left. */
const prescriptionRenewalDays = 7;
/** Days after the first failure on which a charge is retried; after the last it stops. */
const retryAfterDays = [3, 5, 7] as const;

/**
 * The day a charge is retried that first failed on `failedOn` and has failed `attempts` times, including the first; null when retries are
 * over. A retry day that has passed is not made up for.
 */
function nextRetry(failedOn: string, attempts: number, today: string): string | null {
  const days = retryAfterDays.slice(attempts - 1).map((after) => addDays(failedOn, after));
  return days.find((day) => day > today) ?? null;
}

/** The past-due columns of a prescription order: since when, after how many attempts, and the day of the next one; null when retries are over. */
export interface PastDue {
  readonly failed_on: string | null;
  readonly attempts: number;
  readonly retry_on: string | null;
}

/** Columns of a prescription order that is not past due. */
export const notPastDue: PastDue = { failed_on: null, attempts: 0, retry_on: null };

/** Columns of a prescription order that is cancelled before it's ordered: nothing of it is past due, or waits. */
export const cancelledColumns = { status: "cancelled", held_back_from: null, ...notPastDue } as const;

/**
 * The past-due columns of a prescription order whose charge today was not paid. A declined attempt counts, whether the card was refused or
 * there is none; a charge that was cancelled or voided does not, so what was not past due before is not now. What is past due is retried on
 * days 3, 5 and 7 after it first failed, or tomorrow if a card saved since has not been tried, or if the gateway couldn't be asked (`isUntried`). Where
 * only another card helps (`needsCard`) it is not retried: a saved card is charged at once.
 */
export function afterUnpaidCharge(
  { failed_on, attempts }: Pick<PastDue, "failed_on" | "attempts">,
  {
    today,
    isDeclined,
    hasNewCard,
    needsCard = false,
    isUntried = false,
  }: {
    readonly today: string;
    readonly isDeclined: boolean;
    readonly hasNewCard: boolean;
    readonly needsCard?: boolean;
    readonly isUntried?: boolean;
  },
): PastDue {
  const failedOn = failed_on ?? (isDeclined ? today : null);
  if (failedOn === null) return notPastDue;
  const attemptsMade = attempts + (isDeclined ? 1 : 0);
  const retryOn = () => {
    if (needsCard) return null;
    return hasNewCard || isUntried ? addDays(today, 1) : nextRetry(failedOn, attemptsMade, today);
  };
  return { failed_on: failedOn, attempts: attemptsMade, retry_on: retryOn() };
}

/** After a declined attempt with the only card on file. */
export const afterDeclinedCharge = (before: Pick<PastDue, "failed_on" | "attempts">, today: string): PastDue =>
  afterUnpaidCharge(before, { today, isDeclined: true, hasNewCard: false });

/** Without a card that can be charged. */
export const afterMissingCard = (before: Pick<PastDue, "failed_on" | "attempts">, today: string): PastDue =>
  afterUnpaidCharge(before, { today, isDeclined: true, hasNewCard: false, needsCard: true });

/** The day a scheduled prescription order is charged: as planned, or the next retry once it is past due; null when retries are over. */
export const nextChargeDay = ({
  charge_on,
  failed_on,
  retry_on,
}: Pick<PastDue, "failed_on" | "retry_on"> & { readonly charge_on: string }): string | null =>
  failed_on === null ? charge_on : retry_on;

/** The charge day one cycle after a planned one: `cycleDays` later, or as many cycles as it takes to be after today. */
export function nextCycleDay(planned: string, cycleDays: number, today: string): string {
  let day = planned;
  do day = addDays(day, cycleDays);
  while (day <= today);
  return day;
}

/**
 * The day a pause ends: the charge planned before it moves by as many months. A pause that is changed ends no sooner than the patient can be notified of the
 * charge.
 */
export const pauseEndDay = (planned: string, months: number, today: string): string =>
  laterDay(addMonths(planned, months), earliestCharge(today));

/** The days on which pauses of one month, of two and so on end. */
export const pauseEndDays = (planned: string, today: string): string[] =>
  Array.from({ length: limits.pauseMonthsMax }, (_, index) => pauseEndDay(planned, index + 1, today));

/** The first day a charge can be planned for so that the patient is notified in time. */
export const earliestCharge = (today: string): string => addDays(today, reminderDays);

/** The last charge day for which it is time to ask the doctor to renew. */
export const lastChargeDayToRequestRenewal = (today: string): string =>
  addDays(earliestCharge(today), prescriptionRenewalDays);

/** The day what was skipped is charged after all: as planned before, or where that is past, as soon as the patient can be notified of it. */
export const chargeDayAfterAll = (chargeOn: string, today: string): string =>
  chargeOn > today ? chargeOn : earliestCharge(today);

/** Whether it is time to notify the patient of a charge. */
export const isReminderDue = (chargeOn: string, today: string): boolean => chargeOn <= earliestCharge(today);

/** The day of a charge the patient is notified of today: as planned, or later if that would be too soon. */
export const chargeDayWhenNotified = (chargeOn: string, today: string): string =>
  laterDay(chargeOn, earliestCharge(today));
