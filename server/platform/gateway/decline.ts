import type { DeclineCode } from "./port.ts";

/** Stripe's decline codes: https://docs.stripe.com/declines/codes */
const byStripeCode: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: "insufficient_funds",
  lost_card: "lost_card",
  stolen_card: "lost_card",
  expired_card: "expired_card",
  invalid_expiry_month: "invalid_expiry_month",
  invalid_expiry_year: "invalid_expiry_month",
};

/** Our decline code for a card error; one without a mapping is a `generic_decline`. */
export function declineOf(error: { code?: string | undefined; decline_code?: string | undefined }): DeclineCode {
  return byStripeCode[error.decline_code ?? ""] ?? byStripeCode[error.code ?? ""] ?? "generic_decline";
}
