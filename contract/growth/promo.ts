import * as z from "zod/mini";
import { singleLine, Dollars } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { couponErrors } from "#contract/http/errors.ts";
import { IdParams } from "#contract/http/params.ts";

export const CouponCode = singleLine(40, "Please enter a code.");

export const Coupon = z.object({
  couponid: z.string(),
  code: z.string(),
  description: z.string(),
  /** Exactly one of the two is set. */
  percent: z.nullable(z.int()),
  amount: z.nullable(Dollars),
});

/** Promo codes of a signed-in patient; spread into `growth`. */
export const promoCalls = {
  validateDiscount: patientCall("POST /discount/{id}/validate", {
    summary: "Whether a promo code can be used by this patient, and what it gives",
    params: IdParams,
    body: z.strictObject({ promocode: CouponCode }),
    ok: Coupon,
    errors: couponErrors,
  }),
  applyPromoCode: patientCall("PUT /patient/promocode", {
    summary: "Save a promo code for a returning patient's next charge",
    body: z.strictObject({ code: CouponCode }),
    ok: z.object({ message: z.string(), coupon: Coupon }),
    errors: couponErrors,
  }),
} as const;
