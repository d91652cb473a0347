import { z } from "zod";
import { ContentId, NonEmptyText } from "../fields.ts";

const word = "(?:=?[a-z0-9]+\\*?|[0-9]+\\+)";
const words = `-?${word}(?:\\|${word})*`;

/**
 * Words that have to be near each other, in any order, in lower case without apostrophes: `cant|cannot breathe*`. `|` separates alternatives, `*`
 * matches any ending of a word, `=` allows no typo, `5+` is a number of 5 or more that counts what the next word names, and `-` excludes a word
 * beside the phrase, between the same two commas.
 */
export const Phrase = z
  .string()
  .regex(new RegExp(`^(?!-\\S+$)${words}(?: ${words})*$`), "must be words in small letters, parted by one space");

/** Texts patients may write, and the result they must have. */
export const Examples = z.array(NonEmptyText).min(1);

const EmergencySign = z.strictObject({
  id: ContentId,
  /** Whom to contact first. */
  kind: z.enum(["911", "988"]),
  title: NonEmptyText,
  text: NonEmptyText.refine((text) => /\b(?:911|988)\b/.test(text), "must name 911 or 988"),
  /** Phone links, in this order. */
  phones: z
    .array(
      z.strictObject({ label: NonEmptyText, href: z.string().regex(/^(?:tel|sms):\d{3,}$/, "must be tel: or sms:") }),
    )
    .min(1),
  phrases: z.array(Phrase).min(1),
  examples: Examples,
  /** For a patient in care, about medicine at home: `keep` where the medicine is not the danger, else the patient is to stop taking it. */
  medicine: z.enum(["stop", "keep"]).default("stop"),
  /** Shown even if the text is about the past or about somebody else. */
  always: z.boolean().default(false),
});

export const EmergencyWordsFile = z.strictObject({
  reviewed: NonEmptyText,
  signs: z.array(EmergencySign).min(1),
  /** Words that put a sentence in the past or make it about another person; `unless` are words that make it current again. */
  notcurrent: z.strictObject({
    phrases: z.array(Phrase).min(1),
    unless: z.array(Phrase).min(1),
    /** Texts patients may write that raise no alarm. */
    examples: Examples,
  }),
  /** Spellings by the word they mean: those more than one typo away, and those of words too short for a typo. */
  misspellings: z.record(z.string().regex(/^[a-z]+$/), z.array(z.string().regex(/^[a-z]+$/)).min(1)),
});
export type EmergencyWords = z.output<typeof EmergencyWordsFile>;
