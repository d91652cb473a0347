import { isApiError } from "#app/api/api-error.ts";

/** What she can do after a refusal: press again · mend her card or her address · look at the new sum · nothing here. */
export type ErrorAction = "again" | "card" | "address" | "sum" | "none";

const cardCodes: readonly string[] = [
  "card_declined",
  "insufficient_funds",
  "expired_card",
  "lost_card",
  "no_payment_method",
];

/** The way out of a failed change. A 409 that tells her what she can do instead ends what she meant to do. */
export function errorActionOf(error: unknown): ErrorAction {
  if (!isApiError(error)) return "again";
  if (cardCodes.includes(error.code)) return "card";
  if (error.code === "no_shipping_address") return "address";
  if (error.code === "price_changed") return "sum";
  return isOutcomeUnknown(error) ? "again" : "none";
}

/** Nobody knows yet whether it was done: a repeat has to be the very same request. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  isApiError(error) &&
  (error.status === 0 || error.status >= 500 || ["in_flight", "rate_limited", "payment_action"].includes(error.code));
