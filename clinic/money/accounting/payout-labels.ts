import { formatDollars } from "#app/formats/money.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import type { AccountingKind, PeriodPayouts } from "#contract/care/closing.ts";
import { toCents, toDollars } from "#contract/fields/numbers.ts";
import { formatCalendarDay } from "#contract/fields/formats.ts";
import { kindLabels } from "./accounting-labels.ts";

type Payout = PeriodPayouts["payouts"][number];
type Part = Payout["parts"][number];

const partLabels: Readonly<Record<AccountingKind, string>> = {
  ...kindLabels,
  fee: "Fees of the gateway",
  payout: "Another payout",
  payout_reversal: "A payout that came back",
  other: "Something else of the gateway",
};

const statuses: Readonly<Record<Payout["status"], Status>> = {
  pending: { tone: "neutral", label: "Being made" },
  in_transit: { tone: "neutral", label: "On its way" },
  paid: { tone: "success", label: "Paid" },
  failed: { tone: "danger", label: "Failed" },
  canceled: { tone: "warning", label: "Canceled" },
};

/** How far a payout is. */
export const payoutStatus = (status: Payout["status"]): Status => statuses[status];

/** Payouts whose parts come to another amount. */
export const unbalanced = (payouts: readonly Payout[]): readonly Payout[] =>
  payouts.filter(({ difference }) => difference !== null && difference !== 0);

/** What has to be known of a payout beside its parts; empty for most. */
export function payoutNote({ itemized, difference, status, resentwith }: Payout): string {
  const notes = [
    itemized === "no" &&
      "Made by hand or at once. The gateway doesn’t say which payments are in it: compare it in the gateway’s dashboard.",
    itemized === "not_yet" && "The gateway is still putting together what’s in it. Look again tomorrow.",
    difference !== null &&
      difference !== 0 &&
      `What’s in it comes to ${formatDollars(Math.abs(difference))} ${difference > 0 ? "more" : "less"} than was paid out.`,
    (status === "failed" || status === "canceled") &&
      (resentwith
        ? `It didn’t reach your bank. Its money went with ${resentwith}.`
        : "It didn’t reach your bank. Its money waits for another payout."),
  ];
  return notes.filter((note) => note !== false).join(" ");
}

/** Parts by day, with the day's amount and what it's made of. */
export function partsByDay(
  parts: readonly Part[],
): readonly { readonly day: string; readonly amount: number; readonly kinds: string }[] {
  const days = [...new Set(parts.map(({ day }) => day))];
  return days.map((of) => {
    const ofDay = parts.filter(({ day }) => day === of);
    return {
      day: of,
      amount: toDollars(ofDay.reduce((sum, { amount }) => sum + toCents(amount), 0)),
      kinds: ofDay.map(partLabel).join(", "),
    };
  });
}

const partLabel = ({ kind, movements, amount }: Part): string =>
  `${partLabels[kind]} ${formatDollars(amount)}${movements === 1 ? "" : ` (${movements})`}`;

/** From when on all of a day's money can be paid out. */
export function availableLabel(parts: PeriodPayouts["waiting"]["parts"], of: string): string {
  const last = parts.filter(({ day }) => day === of).map(({ availableon }) => availableon);
  return `From ${formatCalendarDay(last.toSorted().at(-1) ?? of)}`;
}
