import * as z from "zod/mini";
import { Doctor } from "#contract/doctors.ts";
import { Emergency } from "#contract/emergency/emergency.ts";
import { optionalText, StateId, Day, singleLine, Id, Dollars } from "#contract/fields/fields.ts";
import { TimezoneName } from "#contract/fields/timezone.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { orderErrors } from "#contract/http/errors.ts";
import { ChosenPlan, ProductChoice } from "./options.ts";
import { QuestionScreen, Answer, ScreeningStop } from "./questions.ts";
import { OnboardingRecord, stepErrors } from "./record.ts";

export const ScreenKind = z.enum([
  "account",
  "details",
  "questions",
  "options",
  "addons",
  "identity",
  "photo",
  "selfie",
  "review",
  "checkout",
  "finish",
]);

export const Consent = z.object({
  id: z.string(),
  version: z.string(),
  label: z.string(),
  text: z.string(),
  required: z.boolean(),
});

/** Everything needed to show one step, with the earlier answers. */
export const StepView = z.object({
  step: z.number(),
  kind: ScreenKind,
  title: z.string(),
  description: z.optional(z.string()),
  /** 0–1 over the whole flow. */
  progress: z.number(),
  /** Whole minutes until the visit is done, at least 1. */
  minutesleft: z.int(),
  previousstep: z.nullable(z.number()),
  nextstep: z.nullable(z.number()),
  contentversion: z.string(),
  screens: z.array(QuestionScreen),
  /** Questions whose answers may raise a notice: ask for it (`answerNotices`) as the answer is given. */
  noticequestions: z.array(z.string()),
  /**
   * Of questions on screens that a press may complete, the options whose press does: once each other question of the screen has one of its own such options,
   * it answers the screen and leads on. One that raises something to be read first, or asks for text, isn't among them.
   */
  quickanswers: z.array(z.object({ questionid: z.string(), options: z.array(z.string()) })),
  /** First screen with an unanswered question; null when all are answered. */
  currentscreen: z.nullable(z.string()),
  chosen: z.array(ProductChoice),
  /** Null at a step with questions. */
  plan: z.nullable(ChosenPlan),
  consents: z.array(Consent),
  doctor: z.nullable(Doctor),
});
export type StepView = z.output<typeof StepView>;

const StepNumber = z.object({
  n: z.coerce
    .number("Unknown step.")
    // oxlint-disable-next-line formats/cents-at-home -- steps have one decimal
    .check(z.refine((n) => n >= 1 && n <= 7 && Number.isInteger(Math.round(n * 1000) / 100), "Unknown step.")),
});

/** The input of a step; each step reads its own part and refuses the others. */
export const StepBody = z.strictObject({
  answers: z.optional(z.array(Answer).check(z.maxLength(60))),
  /** Step 1.5. */
  state: optionalText(StateId),
  birthday: optionalText(Day),
  /** Step 1.5: of the patient's device. Kept where it is one of their state's and they have none. */
  timezone: optionalText(TimezoneName),
  /** Steps 3 and 4. */
  products: z.optional(z.array(ProductChoice).check(z.maxLength(20))),
  /** Steps 6 and 7: ids and versions of the consents given. */
  consents: z.optional(z.array(z.strictObject({ id: singleLine(60), version: singleLine(40) })).check(z.maxLength(20))),
  shippingid: optionalText(Id),
  /**
   * What the patient saw; a higher one on the server returns `price_changed`. Left out, the patient agrees to the current price. Step 7: the
   * total. Steps 3 and 4: the sum of the products sent, before discount and tax.
   */
  totalamount: z.optional(Dollars),
});

/** Full-screen loader of types 1–6; without `messagetype` it hides itself after 5 s (spec §4). */
export const Interstitial = z.object({
  type: z.int().check(z.minimum(1), z.maximum(6)),
  messagetype: z.nullable(z.enum(["HIPAA", "doctorvisit", "doctormatching"])),
  title: z.string(),
  text: z.string(),
});
export type Interstitial = z.output<typeof Interstitial>;

/** What the practice says about an answer while the visit continues, and the question to show it beside; null: beside none of them. */
export const AnswerNotice = z.object({ questionid: z.nullable(z.string()), text: z.string() });
export type AnswerNotice = z.output<typeof AnswerNotice>;

export const StepResult = z.object({
  onboarding: OnboardingRecord,
  /** The updated step: conditions may have opened or closed questions. */
  view: StepView,
  stop: z.nullable(ScreeningStop),
  interstitial: z.nullable(Interstitial),
  /** The answers describe an emergency: whom to contact. The visit continues. */
  emergency: z.nullable(Emergency),
  /** Notices that the saved answers raised for the first time. */
  notices: z.array(AnswerNotice),
  order: z.nullable(z.object({ id: Id, number: z.nullable(z.string()), status: z.string() })),
});

/** The steps of the visit; spread into `onboarding`. */
export const stepCalls = {
  recordV2: patientCall("GET /patient/onboardingv2", {
    summary: "The onboarding record with the current step, ready to show",
    ok: z.object({ onboarding: OnboardingRecord, view: z.nullable(StepView) }),
  }),
  step: patientCall("GET /patient/onboardingv2/step/{n}", {
    summary: "One step with its questions and earlier answers",
    params: StepNumber,
    ok: StepView,
    errors: stepErrors,
  }),
  previousStep: patientCall("GET /patient/onboardingv2/step/{n}/previous", {
    summary: "The previous step with the patient's answers",
    params: StepNumber,
    ok: StepView,
    errors: stepErrors,
  }),
  saveStep: patientCall("PUT /patient/onboardingv2/step/{n}", {
    summary: "Save a step; step 7 pays and finishes",
    retry: { exceptWith: { n: 7 } },
    params: StepNumber,
    body: StepBody,
    ok: StepResult,
    idempotency: { only: { n: 7 } },
    errors: [...new Set([...stepErrors, ...orderErrors])],
  }),
  answerNotices: patientCall("POST /patient/onboardingv2/step/{n}/notices", {
    summary: "The notices about answers as they are given; saves nothing, and stops nothing",
    changesNothing: true,
    params: StepNumber,
    body: z.strictObject({
      answers: z.optional(z.array(Answer).check(z.maxLength(60))),
      /** Step 1.5. */
      birthday: optionalText(Day),
    }),
    ok: z.object({ items: z.array(AnswerNotice) }),
    errors: stepErrors,
  }),
} as const;
