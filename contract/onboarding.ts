import * as z from "zod/mini";
import { OnboardingStatus, Name } from "./auth.ts";
import { flowVariants } from "./constants.ts";
import { Emergency } from "./emergency/emergency.ts";
import { endpoint } from "./http/endpoint.ts";
import { orderErrors } from "./http/errors.ts";
import { Answer, QuestionScreen, ScreeningStop } from "./onboarding/questions.ts";
import { Day, Dollars, Acknowledgement, Email, Id, singleLine, optionalText, StateId } from "./fields/fields.ts";
import { Doctor } from "./entities.ts";

/** The onboarding patient record of spec §3. */
export const OnboardingRecord = z.object({
  id: Id,
  onboardingstep: z.number(),
  onboardingstatus: OnboardingStatus,
  onboardingflow: z.string(),
  /** One of the spec's list, or a variant of the practice's own content. */
  flow_variant: z.nullable(z.string()),
  redesign: z.boolean(),
  /** The steps of the patient's flow in order; the guard and the progress bar follow it. */
  steps: z.array(z.number()),
  email: z.string(),
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  birthday: z.nullable(Day),
  state: z.nullable(StateId),
  couponid: z.nullable(z.string()),
  usedreferralcode: z.nullable(z.string()),
  shareasaleclickid: z.nullable(z.string()),
  nonrxmedicationonly: z.boolean(),
  non_hrt: z.boolean(),
  hasorder: z.boolean(),
  deduplicationID: z.nullable(z.string()),
  /** Epoch seconds. */
  signupdate: z.int(),
  acceptednewterms: z.boolean(),
  identitystatus: z.enum(["none", "matched", "no_match", "review"]),
  stop: z.nullable(ScreeningStop),
});
export type OnboardingRecord = z.output<typeof OnboardingRecord>;

/** A product of the catalogue as offered to this patient; money in dollars. */
export const CatalogueProduct = z.object({
  productid: z.string(),
  name: z.string(),
  form: z.string(),
  strength: z.string(),
  description: z.string(),
  howtouse: z.string(),
  picture: z.string(),
  prescription: z.boolean(),
  hsa: z.enum(["eligible", "needs_letter", "not_eligible"]),
  /** Sentences that must be shown with it (compounded, no FDA-approved product …). */
  notices: z.array(z.string()),
  pricings: z.array(
    z.object({
      pricingid: z.string(),
      label: z.string(),
      months: z.int(),
      dayssupply: z.int(),
      price: Dollars,
      permonth: Dollars,
    }),
  ),
  /** `recommended` fits the patient's answers best; `required` must be taken with another choice (progestogen). */
  fit: z.enum(["recommended", "suitable", "required"]),
  reasons: z.array(z.string()),
  /** Offered products one of which must be taken with this one; absent for none. */
  needs: z.optional(z.array(z.string())),
});
export type CatalogueProduct = z.output<typeof CatalogueProduct>;

export const ProductChoice = z.strictObject({ productid: singleLine(60), pricingid: singleLine(80) });
export type ProductChoice = z.output<typeof ProductChoice>;

/** Full-screen loader of types 1–6; without `messagetype` it hides itself after 5 s (spec §4). */
export const Interstitial = z.object({
  type: z.int().check(z.minimum(1), z.maximum(6)),
  messagetype: z.nullable(z.enum(["HIPAA", "doctorvisit", "doctormatching"])),
  title: z.string(),
  text: z.string(),
});
export type Interstitial = z.output<typeof Interstitial>;

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
  previousstep: z.nullable(z.number()),
  nextstep: z.nullable(z.number()),
  contentversion: z.string(),
  screens: z.array(QuestionScreen),
  /** First screen with an unanswered question; null when all are answered. */
  currentscreen: z.nullable(z.string()),
  chosen: z.array(ProductChoice),
  consents: z.array(Consent),
  doctor: z.nullable(Doctor),
});
export type StepView = z.output<typeof StepView>;

/** The input of a step; each step reads its own part and refuses the others. */
export const StepBody = z.strictObject({
  answers: z.optional(z.array(Answer).check(z.maxLength(60))),
  /** Step 1.5. */
  state: optionalText(StateId),
  birthday: optionalText(Day),
  /** Steps 3 and 4. */
  products: z.optional(z.array(ProductChoice).check(z.maxLength(20))),
  /** Steps 6 and 7: ids and versions of the consents given. */
  consents: z.optional(z.array(z.strictObject({ id: singleLine(60), version: singleLine(40) })).check(z.maxLength(20))),
  shippingid: optionalText(Id),
  /** Step 7: the total the patient saw; a higher one on the server returns `price_changed`. Left out, the patient agrees to the current price. */
  totalamount: z.optional(Dollars),
});

export const StepResult = z.object({
  onboarding: OnboardingRecord,
  /** The updated step: conditions may have opened or closed questions. */
  view: StepView,
  stop: z.nullable(ScreeningStop),
  interstitial: z.nullable(Interstitial),
  /** The answers describe an emergency: whom to contact. The visit continues. */
  emergency: z.nullable(Emergency),
  /** Notices for the patient about answers a clinician will look at. */
  notices: z.array(z.string()),
  order: z.nullable(z.object({ id: Id, number: z.nullable(z.string()), status: z.string() })),
});

const StepNumber = z.object({
  n: z.coerce
    .number("Unknown step.")
    .check(z.refine((n) => n >= 1 && n <= 7 && Number.isInteger(Math.round(n * 1000) / 100), "Unknown step.")),
});
export const CouponCode = singleLine(40, "Please enter a code.");
const stepErrors = ["step_ahead", "visit_stopped", "step_completed", "not_available_in_state"] as const;
export type StepErrorCode = (typeof stepErrors)[number];

export const Coupon = z.object({
  couponid: z.string(),
  code: z.string(),
  description: z.string(),
  /** Exactly one of the two is set. */
  percent: z.nullable(z.int()),
  amount: z.nullable(Dollars),
});

export const onboarding = {
  record: endpoint({
    method: "GET",
    base: "default",
    path: "/onboarding",
    summary: "The onboarding record of the patient",
    auth: "patient",
    shows: ["onboarding"],
    ok: OnboardingRecord,
    errors: [],
  }),
  recordV2: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/onboardingv2",
    summary: "The onboarding record with the current step, ready to show",
    auth: "patient",
    ok: z.object({ onboarding: OnboardingRecord, view: z.nullable(StepView) }),
    errors: [],
  }),
  collectEmail: endpoint({
    method: "POST",
    base: "default",
    path: "/patient/base",
    summary: "Save an e-mail typed before the account exists; the answer is the same for every e-mail",
    auth: "public",
    body: z.object({ email: Email, firstname: optionalText(Name), lastname: optionalText(Name) }),
    ok: Acknowledgement,
    errors: [],
  }),
  step: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/onboardingv2/step/{n}",
    summary: "One step with its questions and earlier answers",
    auth: "patient",
    params: StepNumber,
    ok: StepView,
    errors: stepErrors,
  }),
  previousStep: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/onboardingv2/step/{n}/previous",
    summary: "The previous step with the patient's answers",
    auth: "patient",
    params: StepNumber,
    ok: StepView,
    errors: stepErrors,
  }),
  saveStep: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/onboardingv2/step/{n}",
    summary: "Save a step; step 7 pays and finishes",
    auth: "patient",
    retry: { exceptWith: { n: 7 } },
    params: StepNumber,
    body: StepBody,
    ok: StepResult,
    idempotency: { only: { n: 7 } },
    errors: [...stepErrors, ...orderErrors],
  }),
  productReveal: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/onboardingv2/productreveal",
    summary: "The treatments the patient's answers allow, best fit first",
    auth: "patient",
    query: z.object({ treatmentform: optionalText(singleLine(40)) }),
    ok: z.object({
      treatmentform: z.nullable(z.string()),
      products: z.array(CatalogueProduct),
      addons: z.array(CatalogueProduct),
      /** Products excluded for the patient's safety, with the reason. */
      withheld: z.array(z.object({ name: z.string(), reason: z.string() })),
      /** Forms of the products on offer; an id goes to `updatetreatmentform`. */
      forms: z.array(z.object({ id: z.string(), name: z.string() })),
      doctor: Doctor,
    }),
    errors: stepErrors,
  }),
  updateTreatmentForm: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/onboardingv2/updatetreatmentform",
    summary: "The form of treatment the patient prefers (patch, tablet, cream …)",
    auth: "patient",
    body: z.object({ treatmentform: singleLine(40, "Please choose a form of treatment.") }),
    ok: OnboardingRecord,
    errors: [...stepErrors, "payment_pending"],
  }),
  reject: endpoint({
    method: "POST",
    base: "default",
    path: "/patient/onboardingv2/reject",
    summary:
      "The stopped visit as kept, with a summary to print; x-api-key may come along and is not needed: only the bearer says whose visit it is, and a key every browser carries proves nothing",
    auth: "patient",
    apiKeyMayCome: true,
    body: z.optional(z.nullable(z.object({ reason: optionalText(singleLine(200)) }))),
    ok: z.object({
      stop: ScreeningStop,
      summary: z.array(z.object({ question: z.string(), answer: z.string() })),
      rejectedat: z.string(),
    }),
    errors: ["wrong_state"],
  }),
  triggerEvent: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/patient/onboardingv2/triggerevent",
    summary: "A named first-party event of the visit",
    auth: "patient",
    body: z.object({ event: singleLine(60), step: z.optional(z.number()) }),
    ok: Acknowledgement,
    errors: [],
  }),
  applyCoupon: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/onboardingv2/applycoupon",
    summary: "Apply a coupon to the visit's order",
    auth: "patient",
    body: z.object({ couponid: CouponCode }),
    ok: z.object({ onboarding: OnboardingRecord, coupon: Coupon }),
    errors: [
      "coupon_not_found",
      "coupon_not_applicable",
      "coupon_expired",
      "coupon_used",
      "step_completed",
      "payment_pending",
    ],
  }),
  removeCoupon: endpoint({
    method: "DELETE",
    base: "default",
    path: "/patient/onboardingv2/removecoupon",
    summary: "Remove the coupon again",
    auth: "patient",
    ok: OnboardingRecord,
    errors: ["step_completed", "payment_pending"],
  }),
  saveShareASale: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/onboardingv2/shareasale",
    summary: "Save the ShareASale click id",
    auth: "patient",
    body: z.object({ shareasaleclickid: singleLine(200) }),
    ok: Acknowledgement,
    errors: [],
  }),
  overrideFlow: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/onboardingv2/flow",
    summary: "The flow switcher: another variant for this visit (demo mode only)",
    auth: "patient",
    body: z.object({ flow_variant: z.enum(flowVariants) }),
    ok: OnboardingRecord,
    errors: ["step_completed", "payment_pending", "forbidden"],
  }),
  verifyIdentity: endpoint({
    method: "POST",
    base: "v2",
    path: "/onboarding/patient/verify",
    summary: "Match name, birthday and social security number; the full number is never stored",
    auth: "patient",
    retry: false,
    body: z.strictObject({
      ssn: z
        .string("Please enter all 9 digits.")
        .check(
          z.maxLength(20, "Please enter all 9 digits."),
          z.regex(/^\D*(?:\d\D*){9}$/, "Please enter all 9 digits."),
        ),
    }),
    ok: z.object({
      identitystatus: z.enum(["matched", "no_match", "review"]),
      attemptsleft: z.int(),
      onboarding: OnboardingRecord,
    }),
    errors: [...stepErrors, "identity_attempts"],
  }),
  uploadPhoto: endpoint({
    method: "POST",
    base: "v2",
    path: "/onboarding/patient/photo",
    summary: "Photo ID or selfie for the identity check; without `kind`, the one the current step asks for",
    auth: "patient",
    upload: true,
    body: z.object({ kind: optionalText(z.enum(["photo_id", "selfie"], "Please say which photo this is.")) }),
    ok: z.object({ id: Id, kind: z.enum(["photo_id", "selfie"]), onboarding: OnboardingRecord }),
    status: 201,
    errors: stepErrors,
  }),
  event: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/integromat/events/{eventName}",
    summary: "A marketing event for the first-party outbox (OnboardingIdentify among them)",
    auth: "optional",
    params: z.object({ eventName: singleLine(60) }),
    body: z.optional(z.nullable(z.record(z.string().check(z.maxLength(60)), z.unknown()))),
    ok: Acknowledgement,
    errors: [],
  }),
  networkLog: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/integromat/network/log",
    summary: "A network error the browser met",
    auth: "optional",
    body: z.object({ error: z.unknown() }),
    ok: Acknowledgement,
    errors: [],
  }),
  onboardingLog: endpoint({
    method: "PUT",
    changesNothing: true,
    base: "default",
    path: "/integromat/onboarding/log",
    summary: "An error the browser met during the visit",
    auth: "optional",
    body: z.object({ error: z.unknown() }),
    ok: Acknowledgement,
    errors: [],
  }),
  errorLog: endpoint({
    method: "POST",
    changesNothing: true,
    base: "default",
    path: "/onboarding/errorlog",
    summary: "The error-log record of spec §3",
    auth: "optional",
    body: z.object({
      event: singleLine(60),
      created_at: optionalText(z.string().check(z.maxLength(40))),
      referring_step: optionalText(z.nullable(z.string().check(z.maxLength(100)))),
      customerid: optionalText(z.nullable(z.string().check(z.maxLength(60)))),
      email: optionalText(z.nullable(z.string().check(z.maxLength(254)))),
      error_log: z.string().check(z.maxLength(4000)),
      environment: optionalText(z.string().check(z.maxLength(40))),
    }),
    ok: Acknowledgement,
    errors: [],
  }),
} as const;
