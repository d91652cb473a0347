import type { DeclineCode } from "./port.ts";

/** How Stripe words each decline: https://docs.stripe.com/declines/codes */
const byStripeCode: Readonly<Record<string, DeclineCode>> = {
  insufficient_funds: "insufficient_funds",
  lost_card: "lost_card",
  stolen_card: "lost_card",
  expired_card: "expired_card",
  invalid_expiry_month: "invalid_expiry_month",
  invalid_expiry_year: "invalid_expiry_month",
};

/** The clinic's reason for a card error; whatever it has no word for is a `generic_decline`. */
export function declineOf(error: { code?: string | undefined; decline_code?: string | undefined }): DeclineCode {
  return byStripeCode[error.decline_code ?? ""] ?? byStripeCode[error.code ?? ""] ?? "generic_decline";
}
