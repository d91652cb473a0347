import { formatDay } from "#app/formats/dates.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import { practiceDayAndTime } from "#clinic/ui/labels/practice-time.ts";
import type { ClosingDifference, DayMoney } from "#contract/care/closing.ts";

export const closingPath = "/clinic/money/closing";

/** The day of an address of the closing; null for the list of days. */
export const dayOfPath = (path: string): string | null =>
  new RegExp(`^${closingPath}/(\\d{4}-\\d\\d-\\d\\d)$`).exec(path)?.[1] ?? null;

/** Where a day's closing stands. */
export function dayStatus({ over, closing, ours }: Pick<DayMoney, "over" | "closing" | "ours">): Status {
  if (!over) return { tone: "neutral", label: "Still running" };
  const isEmpty = ours.captured === 0 && ours.refunded === 0 && ours.disputed === 0;
  if (!closing) return { tone: isEmpty ? "neutral" : "warning", label: "To close" };
  if (closing.changed) return { tone: "danger", label: "Changed since" };
  return closing.differences === 0
    ? { tone: "success", label: "Closed" }
    : { tone: "success", label: `Closed, ${differenceCount(closing.differences)}` };
}

export const differenceCount = (count: number): string => (count === 1 ? "1 difference" : `${count} differences`);

/** Who closed it when. */
export const closedLabel = ({ closedat, closedby }: NonNullable<DayMoney["closing"]>): string =>
  `${closedby ?? "One of your systems"}, ${practiceDayAndTime(closedat)}`;

const kinds: Readonly<Record<ClosingDifference["kind"], string>> = {
  capture: "Payment",
  refund: "Refund",
  refund_reversal: "Refund a bank sent back",
  dispute: "Taken back by a bank",
  dispute_reversal: "Returned by a bank",
};
const found: Readonly<Record<ClosingDifference["difference"], string>> = {
  only_ours: "Only in our books",
  only_gateway: "Only at the gateway",
  amount: "Another amount",
  other_day: "On two days",
};
const steps: Readonly<Record<ClosingDifference["todo"], string>> = {
  nothing: "Nothing. Both have it.",
  wait: "Look again in an hour. If it’s still here, messages of the gateway don’t arrive: tell whoever runs the server.",
  look_up: "Look for the payment in the gateway’s dashboard. If it isn’t there, tell whoever runs the server.",
  decide_payment: "Decide it under “Payments that differ”.",
  compare_amounts: "Compare it in the gateway’s dashboard, and refund the patient what’s too much.",
  order_missing:
    "One of your patients paid it, and its order isn’t here, as after a restored backup. The same period isn’t charged again: its order takes this payment. If nothing is to be sent for it, refund it in the gateway’s dashboard.",
  not_ours: "No order of ours. Somebody made it in the gateway’s dashboard: ask who.",
};

/** A difference in words: what it is, where it is, and what to do. */
export function differenceLabels(each: ClosingDifference): {
  readonly what: string;
  readonly where: string;
  readonly todo: string;
} {
  const released = each.todo === "nothing" && each.difference === "only_gateway";
  return {
    what: `${kinds[each.kind]}, ${formatDay(each.at)}`,
    where: found[each.difference],
    todo: released ? "Nothing. It was given back, and never counted as ours." : steps[each.todo],
  };
}

/** A sum in the list of days, where most of some columns are nothing. */
export const sumLabel = (dollars: number): string => (dollars === 0 ? "–" : formatDollars(dollars));

/** An amount, or a dash where one side doesn’t have it. */
export const amountLabel = (dollars: number | null): string => (dollars === null ? "–" : formatDollars(dollars));

/** Differences somebody has to do something about. */
export const openDifferences = (differences: readonly ClosingDifference[]): number =>
  differences.filter(({ todo }) => todo !== "nothing").length;

/** The question before a day is closed. */
export function closeQuestion(day: Pick<DayMoney, "differences">): string {
  const open = openDifferences(day.differences);
  if (open === 0) return "What’s shown here is kept, with your name and the time.";
  return `${open === 1 ? "1 difference has" : `${open} differences have`} something to do. They’re kept with the day, with your name and the time; if the figures change, the day shows it.`;
}
