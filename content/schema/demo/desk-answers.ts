import { z } from "zod";
import { Examples, Phrase } from "../texts/emergency-words.ts";
import { ContentId, NonEmptyText } from "../fields.ts";

const TopicCase = z.strictObject({ phrases: z.array(Phrase).min(1), text: NonEmptyText });

/** What patients often write about. */
export const Topic = z
  .strictObject({
    id: ContentId,
    /** About her body or her medicine: patient services leave it to her doctor. */
    clinical: z.boolean(),
    /** How soon it matters to her health. Of all she writes of, only the most urgent is answered: the worst reading decides. */
    urgency: z.enum(["today", "soon", "plain"]).default("plain"),
    phrases: z.array(Phrase).min(1),
    examples: Examples,
    text: NonEmptyText.optional(),
    /** The answer that fits, by what she names besides. */
    cases: z.array(TopicCase).default([]),
    /** Asked after the text; where there are cases, only when she names none of them. */
    question: NonEmptyText.optional(),
    /** Help article that says more. */
    article: ContentId.optional(),
    /** A person has to look, too: she goes on waiting for an answer. */
    person: z.boolean().default(false),
  })
  .refine(
    ({ text, cases, question }) => text ?? (cases.length > 0 && question),
    "needs a text, or cases and a question",
  );

export const DeskAnswersFile = z.strictObject({
  reviewed: NonEmptyText,
  /** Before each answer. */
  opening: NonEmptyText,
  /** After the first answer in a conversation. */
  demo: NonEmptyText,
  /** After what is answered to an emergency. */
  dontwait: NonEmptyText,
  /** Where to read more; `{{title}}` is the article's. */
  more: NonEmptyText.refine((text) => text.includes("{{title}}"), "must use {{title}}"),
  /** Patient services, asked about her body or her medicine. */
  fordoctor: NonEmptyText,
  /** A person has to look at it, too. */
  person: NonEmptyText,
  unclear: z.strictObject({ text: NonEmptyText, question: NonEmptyText }),
  /** She answered what was asked, and it fits nothing. */
  noted: NonEmptyText,
  /** She sent a file. */
  file: NonEmptyText,
  thanks: z.strictObject({ phrases: z.array(Phrase).min(1), examples: Examples, text: NonEmptyText }),
  /** From her doctor, once her plan is approved. */
  welcome: NonEmptyText,
  /** Treatment reviews: when she is asked, what the code gives, and what her doctor answers when nothing is amiss and else. */
  followup: z.strictObject({
    afterdays: z.int().min(7).max(90),
    percent: z.int().min(5).max(50),
    read: NonEmptyText,
    flagged: NonEmptyText,
  }),
  /** Told beside anything else, they make a person look, too: what may speak against her plan. */
  risks: z.strictObject({ phrases: z.array(Phrase).min(1), examples: Examples }),
  topics: z.array(Topic).min(1),
});
export type DeskAnswers = z.output<typeof DeskAnswersFile>;
