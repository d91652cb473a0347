import * as z from "zod/mini";
import { OnboardingStatus } from "#contract/auth.ts";
import { flowVariants } from "#contract/constants.ts";
import { Id, Day, StateId } from "#contract/fields/fields.ts";
import { CouponCode, Coupon } from "#contract/growth/promo.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { ScreeningStop } from "./questions.ts";

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

/** Codes of every call on a step of the visit. */
export const stepErrors = ["step_ahead", "visit_stopped", "step_completed", "not_available_in_state"] as const;
export type StepErrorCode = (typeof stepErrors)[number];

/** The record, and the changes to it that belong to no step; spread into `onboarding`. */
export const recordCalls = {
  record: patientCall("GET /onboarding", {
    summary: "The onboarding record of the patient",
    shows: ["onboarding"],
    ok: OnboardingRecord,
  }),
  overrideFlow: patientCall("PUT /patient/onboardingv2/flow", {
    summary: "The flow switcher: another variant for this visit (demo mode only)",
    body: z.object({ flow_variant: z.enum(flowVariants) }),
    ok: OnboardingRecord,
    errors: ["step_completed", "payment_pending", "forbidden"],
  }),
  applyCoupon: patientCall("PUT /patient/onboardingv2/applycoupon", {
    summary: "Apply a coupon to the visit's order",
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
  removeCoupon: patientCall("DELETE /patient/onboardingv2/removecoupon", {
    summary: "Remove the coupon again",
    ok: OnboardingRecord,
    errors: ["step_completed", "payment_pending"],
  }),
} as const;
