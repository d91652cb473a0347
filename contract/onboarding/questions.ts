import * as z from "zod/mini";
import { MedicineAdvice } from "#contract/emergency/emergency.ts";
import { singleLine, optionalText } from "#contract/fields/fields.ts";

/** An answer as sent and stored: one option's id, a list of ids, or text (numbers and days as text). */
export const AnswerValue = z.union([
  z.string().check(z.maxLength(2000)),
  z.array(z.string().check(z.maxLength(80))).check(z.maxLength(60)),
]);
export type AnswerValue = z.output<typeof AnswerValue>;

export const Answer = z.object({
  questionid: singleLine(80),
  answer: AnswerValue,
  /** Free text that goes with an “other” option. */
  others: optionalText(z.string().check(z.maxLength(500))),
});
export type Answer = z.output<typeof Answer>;

export const AnswerOption = z.object({
  id: z.string(),
  name: z.string(),
  description: z.optional(z.string()),
  /** Choosing it clears every other option (“none of these”). */
  exclusive: z.optional(z.boolean()),
  /** Choosing it asks for text in `others`. */
  asksothers: z.optional(z.boolean()),
});

/** `scale` is the 0–4 bother of a symptom, 0 for one that the patient didn't choose among those that bother; `number` carries unit, min and max; `nothing` only informs. */
export const AnswerType = z.enum(["single", "array", "text", "number", "date", "scale", "nothing", "others"]);

export const Question = z.object({
  id: z.string(),
  question: z.string(),
  description: z.optional(z.string()),
  /** Why we ask, in an expandable sentence. */
  why: z.optional(z.string()),
  answertype: AnswerType,
  answerlist: z.array(AnswerOption),
  allowempty: z.boolean(),
  unit: z.optional(z.string()),
  min: z.optional(z.number()),
  max: z.optional(z.number()),
  answer: z.nullable(AnswerValue),
  others: z.nullable(z.string()),
});
export type Question = z.output<typeof Question>;

/** One screen of questions: what the patient sees at once. */
export const QuestionScreen = z.object({
  id: z.string(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  questions: z.array(Question),
  complete: z.boolean(),
});
export type QuestionScreen = z.output<typeof QuestionScreen>;

/** Why a visit was stopped, or that help is needed at once. Wording is content. */
export const ScreeningStop = z.object({
  ruleid: z.string(),
  kind: z.enum(["stop", "emergency"]),
  title: z.string(),
  text: z.string(),
  /** What the patient can do next: in-person care, 911, 988. */
  actions: z.array(z.object({ label: z.string(), href: z.string(), emphasis: z.boolean() })),
  /** For a patient in care: what to do with the medicine at home. */
  athome: z.optional(z.array(MedicineAdvice)),
});
export type ScreeningStop = z.output<typeof ScreeningStop>;
