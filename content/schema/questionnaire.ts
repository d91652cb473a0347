import { z } from "zod";
import { Condition } from "./condition.ts";
import { ContentId, QuestionStep, Variant, NonEmptyText } from "./fields.ts";

export const AnswerOption = z.strictObject({
  id: ContentId,
  name: NonEmptyText,
  /** For a summary, beside the question's label instead of the question. */
  short: NonEmptyText.optional(),
  description: NonEmptyText.optional(),
  /** Choosing it clears every other option. */
  exclusive: z.boolean().optional(),
  /** Choosing it asks for text. */
  asksothers: z.boolean().optional(),
});

const QuestionFields = {
  id: ContentId,
  question: NonEmptyText,
  description: NonEmptyText.optional(),
  /** Why we ask, expandable. */
  why: NonEmptyText.optional(),
  answertype: z.enum(["single", "array", "text", "number", "date", "scale", "nothing", "others"]),
  allowempty: z.boolean().default(false),
  unit: NonEmptyText.optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  showif: Condition.optional(),
  /** Flow variants that ask it; absent means all of them. */
  flows: z.array(Variant).min(1).optional(),
  /** A few words for the summary and for the doctor. */
  label: NonEmptyText,
};

const ScreenFields = {
  id: ContentId,
  title: NonEmptyText.optional(),
  description: NonEmptyText.optional(),
  showif: Condition.optional(),
};

export const Section = z.strictObject({
  step: QuestionStep,
  title: NonEmptyText,
  description: NonEmptyText.optional(),
  /** Every flow must contain it. */
  safety: z.boolean(),
});

/** `questionnaire/questionnaire.yaml`: settings for all sections. */
export const QuestionnaireFile = z.strictObject({
  version: z.string().regex(/^\d{4}-\d{2}-\d{2}(?:\.\d+)?$/, "must be a day such as 2026-11-21"),
  reviewed: NonEmptyText,
  /** The labels of a 0–4 scale, from 0 to 4. */
  scale: z.array(NonEmptyText).length(5),
  /** What the doctor reads of a symptom that the patient didn't choose as bothering: its answer is 0. */
  notchosen: NonEmptyText,
  /** The question whose answers are what the patient asks for: the reveal begins with them. */
  wishes: ContentId,
  sections: z.array(Section).min(1),
});

/** `questionnaire/2.x-….yaml`: the screens of one section with their questions. */
export const SectionFile = z.strictObject({
  step: QuestionStep,
  screens: z
    .array(
      z.strictObject({
        ...ScreenFields,
        questions: z.array(z.strictObject({ ...QuestionFields, answerlist: z.array(AnswerOption).optional() })).min(1),
      }),
    )
    .min(1),
});

export const Screen = z.strictObject({ ...ScreenFields, step: QuestionStep });
export type Screen = z.output<typeof Screen>;

/** A question as loaded: with its screen, and for a scale its five options `0` … `4`. */
export const Question = z.strictObject({ ...QuestionFields, screen: ContentId, answerlist: z.array(AnswerOption) });
export type Question = z.output<typeof Question>;

export const Questionnaire = z.strictObject({
  version: z.string(),
  reviewed: z.string(),
  scale: z.array(z.string()),
  wishes: z.string(),
  sections: z.array(Section),
  screens: z.array(Screen),
  questions: z.array(Question),
});
