import type { SelectOption } from "#app/ui/forms/select.tsx";
import type { AccountingPeriod } from "#contract/care/closing.ts";
import { dayIn, formatList, formatMonth, formatMonthDay } from "#contract/fields/formats.ts";

export const accountingPath = "/clinic/money/accounting";

export type Days = Pick<AccountingPeriod, "from" | "to">;

/** The value of the choice of days that are no month. */
export const ownDays = "own";

/** The two years of months up to the one of a day, newest first; the first one is the last that is over. Then any other days. */
export function periodChoices(today: string): readonly SelectOption[] {
  const [year = 0, month = 1] = today.split("-").map(Number);
  const back = (months: number) => {
    const value = dayIn("UTC", new Date(Date.UTC(year, month - 1 - months, 1))).slice(0, 7);
    return { value, label: formatMonth(value) };
  };
  const [current, ...over] = Array.from({ length: 25 }, (_, months) => back(months));
  const [last, ...before] = over;
  return [last, current && { ...current, label: `${current.label}, so far` }, ...before]
    .flatMap((each) => each ?? [])
    .concat({
      value: ownDays,
      label: "Other days",
    });
}

/** The days of a month `YYYY-MM`; of the one that is running, those up to today. */
export function daysOfMonth(month: string, today: string): Days {
  const [year = 0, number = 1] = month.split("-").map(Number);
  const last = dayIn("UTC", new Date(Date.UTC(year, number, 0)));
  return { from: `${month}-01`, to: last < today ? last : today };
}

/** What moved, in words. */
export const kindLabels: Readonly<Record<AccountingPeriod["sums"][number]["kind"], string>> = {
  capture: "Payments",
  refund: "Refunds",
  refund_reversal: "Refunds banks sent back",
  dispute: "Taken back by banks",
  dispute_reversal: "Returned by banks",
};

/** Which days, so that one knows what to close: the first few by name. */
export function daysLabel(days: readonly string[]): string {
  const named = days.slice(0, 4).map(formatMonthDay);
  const more = days.length - named.length;
  return formatList(more > 0 ? [...named, `${more} more`] : named);
}
