import { formatList } from "#contract/fields/formats.ts";
import { everyDays } from "#contract/fields/period.ts";
import type { ChargesStoppedBy } from "#server/payment/public.ts";
import { formatDay } from "#server/platform/clock/calendar-days.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";

const stoppedSentences = {
  bank: sentence("treatment.charges_wait_for_bank"),
  practice: sentence("treatment.charges_wait_for_practice"),
  report: sentence("treatment.charges_wait_for_report"),
  ending: sentence("treatment.charges_end_with_care"),
} as const;

/** Why automatic charges are suspended, by who has to act. */
export const chargesStoppedSentence = (chargesStoppedBy: NonNullable<ChargesStoppedBy>): Sentence =>
  stoppedSentences[chargesStoppedBy];

/** When the next automatic order comes, or why none does. */
export const nextOrderSentence = (
  { chargesStoppedBy }: { readonly chargesStoppedBy: ChargesStoppedBy },
  day: string,
): Sentence =>
  chargesStoppedBy === null
    ? sentence("treatment.next_order", { day: formatDay(day) })
    : chargesStoppedSentence(chargesStoppedBy);

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
