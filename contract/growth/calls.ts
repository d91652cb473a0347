import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { couponErrors } from "#contract/http/errors.ts";
import { Coupon, CouponCode } from "#contract/onboarding.ts";
import { IdParams } from "#contract/http/params.ts";
import { referralCalls } from "./referral.ts";
import { singleLine, Moment, optionalText } from "#contract/fields/fields.ts";
import { trackingCalls } from "./tracking-calls.ts";
import { upsellCalls } from "./upsell.ts";

/** How patients find the practice, and what they are offered. */
export const growth = {
  ...trackingCalls,
  ...upsellCalls,
  ...referralCalls,
  acceptNewTerms: endpoint({
    method: "PUT",
    base: "v2",
    path: "/patient/acceptednewterms",
    summary: "Accept the new terms; the version accepted is recorded as the patient's consent",
    auth: "patient",
    body: z.optional(z.nullable(z.strictObject({ version: optionalText(singleLine(40)) }))),
    ok: z.object({ acceptednewterms: z.literal(true), version: z.string(), acceptedat: Moment }),
    errors: ["conflict"],
  }),
  validateDiscount: endpoint({
    method: "POST",
    base: "default",
    path: "/discount/{id}/validate",
    summary: "Whether a promo code can be used by this patient, and what it gives",
    auth: "patient",
    params: IdParams,
    body: z.strictObject({ promocode: CouponCode }),
    ok: Coupon,
    errors: couponErrors,
  }),
  applyPromoCode: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/promocode",
    summary: "Save a promo code for a returning patient's next charge",
    auth: "patient",
    body: z.strictObject({ code: CouponCode }),
    ok: z.object({ message: z.string(), coupon: Coupon }),
    errors: couponErrors,
  }),
} as const;
