import * as z from "zod/mini";
import { Emergency } from "#contract/emergency/emergency.ts";
import { Moment, optionalText } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { QuestionScreen, ScreeningStop, Answer } from "#contract/onboarding/questions.ts";
import { ToldAnswer } from "./told-answers.ts";

/** A screen of questions with its section of the visit. */
export const HealthScreen = z.extend(QuestionScreen, { section: z.object({ step: z.number(), title: z.string() }) });
export type HealthScreen = z.output<typeof HealthScreen>;

/** What the answers of one section say, in a line: for the page that leads to the section's form. */
export const HealthTopic = z.object({
  step: z.number(),
  title: z.string(),
  /** The answers that tell most, at most two; none where the patient said no to everything. */
  facts: z.array(z.object({ label: z.string(), answer: z.string() })),
  /** How many more answers tell something. */
  more: z.int(),
  /** Questions not answered yet. */
  open: z.int(),
  /** When the latest of the section's answers was given. */
  changedat: z.nullable(Moment),
});
export type HealthTopic = z.output<typeof HealthTopic>;

/** The patient's health answers, for review and change. */
export const HealthAnswers = z.object({
  /** Version of the answers: incremented with every change; 0 until the visit is done. */
  version: z.int(),
  /** Version of the questions. */
  contentversion: z.string(),
  answeredat: z.nullable(Moment),
  /** Empty until the visit is done. An earlier version has the questions as worded at that time. */
  screens: z.array(HealthScreen),
  /** The sections in a line each, in their order; only of the current answers. */
  topics: z.array(HealthTopic),
  /** Newest first. */
  versions: z.array(
    z.object({
      version: z.int(),
      contentversion: z.string(),
      answeredat: Moment,
      /** How the practice learned of it, where it wrote the answers down for the patient; null: the patient answered. */
      told: z.nullable(z.string()),
    }),
  ),
  /** Answers the practice wrote down as they were told, and the patient hasn't changed since; none in an earlier version. */
  told: z.array(ToldAnswer),
  /** Why nothing may be ordered, or that the patient needs help at once. */
  stop: z.nullable(ScreeningStop),
});
export type HealthAnswers = z.output<typeof HealthAnswers>;

/** The health answers, to review and change; spread into `account`. */
export const healthAnswerCalls = {
  healthAnswers: patientCall("GET /patient/healthquestion", {
    summary: "The patient's health answers, current or in an earlier version",
    shows: ["user"],
    query: z.object({
      version: optionalText(
        z.coerce.number<number | string>("Unknown version.").check(z.int("Unknown version."), z.minimum(1)),
      ),
    }),
    ok: HealthAnswers,
  }),
  updateHealthAnswers: patientCall("PUT /patient/healthquestion", {
    summary: "Change health answers: a new version a clinician will look at",
    body: z.strictObject({
      answers: z.array(Answer).check(z.minLength(1, "Please answer at least one question."), z.maxLength(60)),
      /** Version the patient saw; a different one on the server returns `conflict`. Left out: the stored one is changed whatever its version. */
      version: z.optional(z.int()),
    }),
    ok: z.object({
      health: HealthAnswers,
      stop: z.nullable(ScreeningStop),
      notices: z.array(z.string()),
      /** What the patient may expect of the practice: whether somebody looks, until when, and whether medicine waits for it. */
      promise: z.string(),
      /** The text describes an emergency, and whom to contact. */
      emergency: z.nullable(Emergency),
    }),
    errors: ["conflict", "wrong_state"],
  }),
} as const;
