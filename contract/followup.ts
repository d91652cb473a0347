import * as z from "zod/mini";
import { limits } from "./constants.ts";
import { Acknowledgement, Id, singleLine, Moment, optionalText } from "./fields/fields.ts";
import { followupEventCalls } from "./growth/client-events.ts";
import { Coupon } from "./growth/promo.ts";
import { patientCall } from "./http/endpoint.ts";
import { couponErrors } from "./http/errors.ts";
import { IdParams } from "./http/params.ts";
import { AnswerValue, ScreeningStop } from "./onboarding/questions.ts";

export const FollowupOption = z.object({
  id: z.string(),
  name: z.string(),
  /** Choosing it shows the next question on the same screen. */
  inline: z.boolean(),
  /** Choosing it clears every other option (“none of these”). */
  exclusive: z.boolean(),
  /** Step it leads to; null is the next in order. */
  next: z.nullable(z.int()),
});

/** A question of the follow-up (spec §3). */
export const FollowupQuestion = z.object({
  id: z.string(),
  type: z.enum(["modal", "exitmodal", "treatmentform"]),
  question: z.string(),
  title: z.nullable(z.string()),
  description: z.nullable(z.string()),
  answertype: z.enum(["single", "array", "text", "nothing", "others"]),
  answerlist: z.array(FollowupOption),
  answer: z.nullable(AnswerValue),
  others: z.nullable(z.string()),
  allowempty: z.boolean(),
  /** Where the answer list comes from, when the server computes it. */
  answerlookup: z.nullable(z.enum(["recommendation", "methodchange_recommendation"])),
  treatmentoption: z.nullable(z.enum(["symptom", "sideeffect"])),
  /** A second question is shown when the first one has this answer. */
  requiredifvalue: z.nullable(z.string()),
  doctor: z.nullable(z.object({ firstname: z.string(), lastname: z.string(), profileUrl: z.string() })),
  /** The patient's previous answer: in the previous follow-up, or in the visit. */
  lasttime: z.nullable(z.object({ answer: AnswerValue, at: Moment })),
});
export type FollowupQuestion = z.output<typeof FollowupQuestion>;

/** One step: its question, and the second one that an inline answer leads to. */
export const FollowupStep = z.object({
  followupid: Id,
  step: z.int(),
  /** -1: there is none, the follow-up is complete. */
  nextstep: z.int(),
  /** Null on the first. */
  previousstep: z.nullable(z.int()),
  /** Maximum number of steps left, this one included; 0 once it is complete. */
  stepsleft: z.int(),
  questions: z.array(FollowupQuestion),
  /** The patient reported an emergency and has not read the instructions yet (`claim` records that they did): shown before anything else. */
  stop: z.nullable(ScreeningStop),
  complete: z.boolean(),
  /** The patient reported an emergency: nothing more is asked until a doctor has looked, and the rest stays open for later. */
  interrupted: z.boolean(),
});
export type FollowupStep = z.output<typeof FollowupStep>;

export const FollowupCheck = z.object({
  /** Null: no follow-up is waiting. A completed or interrupted one waits while its `stop` has not been read. */
  id: z.nullable(Id),
  followupstatus: z.nullable(z.enum(["SENT", "CLAIMED", "COMPLETED"])),
  /** Step to open it at: the first one without an answer. */
  step: z.nullable(z.int()),
  /** Discount code for completing it. */
  code: z.nullable(z.string()),
  percent: z.nullable(z.int()),
  /** As in a step: an emergency whose instructions the patient has not read yet. */
  stop: z.nullable(ScreeningStop),
  /** As in a step. */
  interrupted: z.boolean(),
});
export type FollowupCheck = z.output<typeof FollowupCheck>;

const FollowupAnswer = z.strictObject({
  questionid: singleLine(80),
  answer: AnswerValue,
  others: optionalText(z.string().check(z.maxLength(500))),
});

/**
 * `{ answers }`, or one `{ questionid, answer, others? }`; the handler always receives `answers`. An empty list is refused: every step asks something, and
 * what only informs is confirmed by an empty answer to it, so that a review can't be passed unread.
 */
export const FollowupAnswers = z.pipe(
  z
    .strictObject({
      answers: z.optional(
        z.array(FollowupAnswer).check(z.minLength(1, "Please answer the question."), z.maxLength(20)),
      ),
      questionid: optionalText(FollowupAnswer.shape.questionid),
      answer: z.optional(FollowupAnswer.shape.answer),
      others: FollowupAnswer.shape.others,
    })
    .check(
      z.refine(
        (body) => (body.answers === undefined) !== (body.questionid === undefined || body.answer === undefined),
        {
          path: ["answer"],
          error: "Please answer the question.",
        },
      ),
    ),
  z.transform(({ answers, questionid, answer, others }): { answers: z.output<typeof FollowupAnswer>[] } => {
    if (answers !== undefined) return { answers };
    if (questionid === undefined || answer === undefined) return { answers: [] };
    return { answers: [others === undefined ? { questionid, answer } : { questionid, answer, others }] };
  }),
);

const FollowupStepParams = z.object({
  followupid: Id,
  step: z.coerce
    .number<number | string>("Unknown step.")
    .check(z.int("Unknown step."), z.minimum(0, "Unknown step."), z.maximum(99, "Unknown step.")),
});
const FollowupCode = singleLine(40, "Please enter a code.");

const ratingText = `Please choose a number from ${limits.followupRatingMin} to ${limits.followupRatingMax}.`;
export const FollowupRating = z
  .int(ratingText)
  .check(z.minimum(limits.followupRatingMin, ratingText), z.maximum(limits.followupRatingMax, ratingText));

export const followup = {
  ...followupEventCalls,
  step: patientCall("GET /followup/{followupid}/{step}", {
    summary: "One step of a treatment review",
    params: FollowupStepParams,
    ok: FollowupStep,
    errors: ["step_ahead"],
  }),
  previousStep: patientCall("GET /followup/{followupid}/{step}/previous", {
    summary: "The previous step with the patient's answers; on the first step, that same step",
    params: FollowupStepParams,
    ok: FollowupStep,
    errors: ["step_ahead"],
  }),
  saveStep: patientCall("PUT /followup/{followupid}/{step}", {
    summary: "Answer a step; the reply is the next one, or the same one with an inline question open",
    params: FollowupStepParams,
    body: FollowupAnswers,
    ok: FollowupStep,
    errors: ["step_ahead", "wrong_state"],
  }),
  check: patientCall("GET /patient/followup/check", {
    base: "v2",
    summary: "Whether a treatment review is waiting for the patient",
    shows: ["followup"],
    ok: FollowupCheck,
  }),
  applyCoupon: patientCall("POST /patient/followup/{id}/applyCoupon", {
    summary: "Apply the discount of a completed review to the patient's next charge",
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ code: FollowupCode }),
    ok: z.object({ message: z.string(), coupon: Coupon }),
    errors: [...couponErrors, "wrong_state"],
  }),
  claim: patientCall("POST /patient/followup/{id}/claim", {
    summary:
      "Record that the patient opened the review, and that they read its emergency or stop text; a repeat changes nothing",
    params: IdParams,
    body: z.strictObject({
      code: optionalText(z.nullable(FollowupCode)),
      /** The rule of the stop that the patient has read: it is not shown again. */
      stopread: optionalText(singleLine(80)),
    }),
    ok: FollowupCheck,
    errors: ["coupon_not_found", "coupon_not_applicable"],
  }),
  rate: patientCall("POST /patient/followup/nps-survey", {
    base: "v2",
    summary: "How likely the patient would recommend the practice, 1 to 10",
    idempotency: true,
    body: z.strictObject({
      rating: FollowupRating,
      followupid: optionalText(Id),
    }),
    ok: Acknowledgement,
    status: 201,
    errors: ["wrong_state"],
  }),
  firstPurchase: patientCall("GET /patient/{id}/product/{productid}/firstpurchase", {
    summary: "When the patient first bought a product; null if never",
    params: z.object({ id: Id, productid: singleLine(60) }),
    ok: z.object({ productid: z.string(), purchasedat: z.nullable(Moment), orderid: z.nullable(Id) }),
  }),
} as const;
