import { z } from "zod";
import { Examples, Phrase } from "../texts/emergency-words.ts";
import { ContentId, NonEmptyText, textWith } from "../fields.ts";

const TopicCase = z.strictObject({ phrases: z.array(Phrase).min(1), text: NonEmptyText });

/** A frequent subject of patients' messages. */
export const Topic = z
  .strictObject({
    id: ContentId,
    /** About the patient's body or medicine: patient services leave it to the doctor. */
    clinical: z.boolean(),
    /** How soon it matters to the patient's health. Only the most urgent topic of a message is answered: the worst reading decides. */
    urgency: z.enum(["today", "soon", "plain"]).default("plain"),
    phrases: z.array(Phrase).min(1),
    examples: Examples,
    text: NonEmptyText.optional(),
    /** Answers for what the patient mentions in addition. */
    cases: z.array(TopicCase).default([]),
    /** Asked after the text; where there are cases, only when none of them matches. */
    question: NonEmptyText.optional(),
    /** Help article with more details. */
    article: ContentId.optional(),
    /** A person has to look at it, too: the patient keeps waiting for an answer. */
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
  /** After the answer to an emergency. */
  dontwait: NonEmptyText,
  /** Link to more; `{{title}}` is the article's. */
  more: textWith("title").refine((text) => text.includes("{{title}}"), "must use {{title}}"),
  /** Patient services' answer to a question about the patient's body or medicine. */
  fordoctor: NonEmptyText,
  /** A person has to look at it, too. */
  person: NonEmptyText,
  unclear: z.strictObject({ text: NonEmptyText, question: NonEmptyText }),
  /** The patient answered the question, and nothing matches. */
  noted: NonEmptyText,
  /** The patient sent a file. */
  file: NonEmptyText,
  thanks: z.strictObject({ phrases: z.array(Phrase).min(1), examples: Examples, text: NonEmptyText }),
  /** From the doctor, once the plan is approved. */
  welcome: NonEmptyText,
  /** Follow-ups: what the code gives, and the doctor's reply when all is well and otherwise. */
  followup: z.strictObject({
    percent: z.int().min(5).max(50),
    read: NonEmptyText,
    flagged: NonEmptyText,
  }),
  /** What the desk notes about an emergency: it says that nobody was called. */
  emergency: z.strictObject({ acknowledged: NonEmptyText, closed: NonEmptyText }),
  /** Mentioned together with anything else, these make a person look, too: they may speak against the plan. */
  risks: z.strictObject({ phrases: z.array(Phrase).min(1), examples: Examples }),
  topics: z.array(Topic).min(1),
});
export type DeskAnswers = z.output<typeof DeskAnswersFile>;
