import { isApiError } from "#app/api/api-error.ts";

/** What the patient can do after a failure: retry · fix the card or the address · review the new amount · nothing here. */
export type ErrorAction = "again" | "card" | "address" | "sum" | "none";

const cardCodes: readonly string[] = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "lost_card",
  "no_payment_method",
];

/** How to recover from a failed action. A 409 whose message names an alternative ends the attempt. */
export function errorActionOf(error: unknown): ErrorAction {
  if (!isApiError(error)) return "again";
  if (cardCodes.includes(error.code)) return "card";
  if (error.code === "no_shipping_address") return "address";
  if (error.code === "price_changed") return "sum";
  return isOutcomeUnknown(error) ? "again" : "none";
}

/** Whether it was done is unknown: a retry must repeat the same request. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isApiError(error) &&
  (error.status === 0 || error.status >= 500 || ["in_flight", "rate_limited", "payment_action"].includes(error.code));
