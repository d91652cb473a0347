import { z } from "zod";
import { ContentId, NonEmptyText } from "./fields.ts";

/** Words of time and measure that have to be in a translation wherever they are in English; `not` stands for every word that forbids or lacks. */
export const labelTerms = [
  ...([
    "bedtime",
    "morning",
    "noon",
    "evening",
    "night",
    "day",
    "week",
    "month",
    "hour",
    "minute",
    "gram",
    "mL",
  ] as const),
  "not",
] as const;
export type LabelTerm = (typeof labelTerms)[number];

/** `labels/*.yaml`: what a label says, in another language beside English, sentence by sentence. */
export const LabelLanguage = z.strictObject({
  note: NonEmptyText,
  /** As the patient chooses it: a choice of `language` in `log.yaml`. */
  language: ContentId,
  /** What it's called in itself; stands before each translation. */
  name: NonEmptyText,
  /** How days are written, as in BCP 47. */
  locale: z
    .string()
    .refine((locale) => Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0, "is no known locale"),
  /** How it says the words that are compared, each by one of these. */
  terms: z.record(z.enum(labelTerms), z.array(NonEmptyText).min(1)),
  /** What stands around directions, with the sentence of ours that says it in English. */
  frames: z.strictObject({
    start: z.strictObject({ english: NonEmptyText, text: NonEmptyText }),
    from: z.strictObject({ english: NonEmptyText, text: NonEmptyText }),
  }),
  /** One sentence each. Quantities are digits. */
  phrases: z
    .array(
      z.strictObject({
        english: NonEmptyText,
        text: NonEmptyText,
        /** Where “it” is a thing with a name of its own: only for these. */
        forms: z.array(ContentId).min(1).optional(),
      }),
    )
    .min(1),
});
export type LabelLanguage = z.output<typeof LabelLanguage>;
