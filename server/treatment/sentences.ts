import type * as z from "zod/mini";
import type { SubscriptionStatus } from "#contract/treatment/subscriptions.ts";
import { formatList } from "#contract/fields/formats.ts";
import { everyDays } from "#contract/fields/period.ts";
import type { ChargesStoppedBy } from "#server/payment/public.ts";
import { formatDay, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";

/** Why automatic charges are suspended while a payment is disputed, by who has to act. */
export const chargesStoppedSentence = (chargesStoppedBy: NonNullable<ChargesStoppedBy>): Sentence =>
  sentence(chargesStoppedBy === "bank" ? "treatment.charges_wait_for_bank" : "treatment.charges_wait_for_practice");

/** When the next automatic order comes, or why none does. */
export const nextOrderSentence = (
  { chargesStoppedBy }: { readonly chargesStoppedBy: ChargesStoppedBy },
  day: string,
): Sentence =>
  chargesStoppedBy === null
    ? sentence("treatment.next_order", { day: formatDay(day) })
    : chargesStoppedSentence(chargesStoppedBy);

/** The status of a subscription and when it is charged next, or why it is not; days as `YYYY-MM-DD`. */
export function subscriptionSentence(
  status: z.output<typeof SubscriptionStatus>,
  facts: {
    readonly nextChargeOn: string | null;
    readonly pausedUntil: string | null;
    /** The day the doctor wants it to begin; null once it is ordered. */
    readonly startsOn: string | null;
    readonly cancelledOn: string | null;
    readonly isHeldBack: boolean;
    readonly isDiscontinued: boolean;
    readonly chargesStoppedBy: ChargesStoppedBy;
  },
): Sentence {
  const { nextChargeOn, pausedUntil, cancelledOn } = facts;
  if (facts.isDiscontinued && status !== "cancelled") return sentence("treatment.discontinued");
  switch (status) {
    case "pending":
      return sentence("treatment.status_pending");
    case "active":
      if (facts.isHeldBack) return sentence("treatment.status_held_back");
      if (facts.chargesStoppedBy !== null) return chargesStoppedSentence(facts.chargesStoppedBy);
      if (nextChargeOn === null) return sentence("treatment.status_active");
      return facts.startsOn !== null
        ? sentence("treatment.status_starts", {
            start: formatDayWithYear(facts.startsOn),
            day: formatDayWithYear(nextChargeOn),
          })
        : sentence("treatment.status_active_until", { day: formatDayWithYear(nextChargeOn) });
    case "paused":
      return pausedUntil === null
        ? sentence("treatment.status_paused")
        : sentence("treatment.status_paused_until", { day: formatDayWithYear(pausedUntil) });
    case "past_due":
      return nextChargeOn === null
        ? sentence("treatment.status_past_due")
        : sentence("treatment.status_past_due_retry", { day: formatDayWithYear(nextChargeOn) });
    case "cancelled":
      return cancelledOn === null
        ? sentence("treatment.status_cancelled")
        : sentence("treatment.status_cancelled_on", { day: formatDayWithYear(cancelledOn) });
  }
}

/** How often a charge comes, by the days' supply of its boxes, and until when the last one lasts; used in mails, so it names no drug. */
export function periodSentences(days: readonly number[], lastsUntil: string | null): readonly Sentence[] {
  const often = formatList(days.toSorted((one, other) => one - other).map(everyDays));
  const comes = sentence("treatment.period", { often });
  return lastsUntil === null ? [comes] : [comes, sentence("treatment.period_lasts", { day: formatDay(lastsUntil) })];
}

/** Opens the answer where the action also applied to the parcel companions; null where it applied to one alone. */
export function companionsSentence(names: readonly string[]): Sentence | null {
  if (names.length < 2) return null;
  const values = { names: formatList(names) };
  return names.length > 2
    ? sentence("treatment.companions_all", values)
    : sentence("treatment.companions_both", values);
}
