import { z } from "zod";
import { ContentId, NonEmptyText } from "../fields.ts";

const word = "(?:=?[a-z0-9]+\\*?|[0-9]+\\+)";
const words = `-?${word}(?:\\|${word})*`;

/**
 * Words that have to stand near each other, in any order, in small letters without apostrophes: `cant|cannot breathe*`.
 * `|` parts words of which one is enough, `*` ends the beginning of a word, `=` allows no slip of a letter, `5+` is a number of 5 or more
 * of what the next word names, and `-` says that none of them may stand beside it, between the same two commas.
 */
export const Phrase = z
  .string()
  .regex(new RegExp(`^(?!-\\S+$)${words}(?: ${words})*$`), "must be words in small letters, parted by one space");

/** What patients may write, and where it must lead. */
export const Examples = z.array(NonEmptyText).min(1);

const EmergencySign = z.strictObject({
  id: ContentId,
  /** Whom to turn to first. */
  kind: z.enum(["911", "988"]),
  title: NonEmptyText,
  text: NonEmptyText.refine((text) => /\b(?:911|988)\b/.test(text), "must name 911 or 988"),
  /** To press, in this order. */
  phones: z
    .array(
      z.strictObject({ label: NonEmptyText, href: z.string().regex(/^(?:tel|sms):\d{3,}$/, "must be tel: or sms:") }),
    )
    .min(1),
  phrases: z.array(Phrase).min(1),
  examples: Examples,
  /** To a patient in care, of what is at home: `keep` where the medicine is not the danger, else it is to be stopped. */
  medicine: z.enum(["stop", "keep"]).default("stop"),
  /** Told of the past or of somebody else, it is shown all the same. */
  always: z.boolean().default(false),
});

export const EmergencyWordsFile = z.strictObject({
  reviewed: NonEmptyText,
  signs: z.array(EmergencySign).min(1),
  /** Words by which a sentence tells of what is over or of another person; `unless` of now, too. */
  elsewhere: z.strictObject({
    phrases: z.array(Phrase).min(1),
    unless: z.array(Phrase).min(1),
    /** What patients may write, and no alarm is raised. */
    examples: Examples,
  }),
});
export type EmergencyWords = z.output<typeof EmergencyWordsFile>;
