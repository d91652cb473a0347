import type Stripe from "stripe";
import type { GatewayOperation } from "../sandbox/faults.ts";
import { GatewayRefused, GatewayUnknownOutcome, WebhookRejected } from "../port.ts";

/** The bank declined. */
export const isDeclined = (error: unknown): error is Stripe.errors.StripeCardError =>
  typeOf(error) === "StripeCardError";

/**
 * Errors that guarantee that this request did nothing. All others leave the outcome unknown: a timeout, a 5xx, and a key
 * that was used with other arguments, because then there was an earlier request.
 */
const definiteFailures = new Set([
  "StripeInvalidRequestError",
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeCardError",
]);
/** Another request with the same key, or on the same object, is under way. */
const inProgressCodes = new Set(["idempotency_key_in_use", "lock_timeout"]);

/** Makes an SDK call and translates its errors into the port's two errors. */
export async function callStripe<T>(operation: GatewayOperation, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof GatewayRefused) throw error;
    const { code, type, rawType, statusCode } = error as Partial<Stripe.errors.StripeError>;
    if (definiteFailures.has(type ?? "") && !inProgressCodes.has(code ?? "") && (statusCode ?? 500) < 500) {
      throw new GatewayRefused(code ?? rawType ?? "invalid_request", `Stripe refused ${operation}`);
    }
    // Stripe's message and raw body may quote what was sent.
    throw new GatewayUnknownOutcome(operation, type ?? "not a Stripe error");
  }
}

export function rejectedWebhook(error: unknown): WebhookRejected {
  return new WebhookRejected(
    typeOf(error) === "StripeSignatureVerificationError"
      ? "The signature does not fit the body"
      : "The body is no event",
  );
}

const typeOf = (error: unknown) => (error as { type?: string } | null)?.type;
