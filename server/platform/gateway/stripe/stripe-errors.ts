import type Stripe from "stripe";
import type { GatewayOperation } from "../sandbox/faults.ts";
import { GatewayRefused, GatewayUnknownOutcome, WebhookRejected } from "../port.ts";

/** The bank said no. */
export const isDeclined = (error: unknown): error is Stripe.errors.StripeCardError =>
  typeOf(error) === "StripeCardError";

/**
 * Errors that say for sure that this request did nothing. Everything else leaves the outcome open: a timeout, a 5xx, and a key
 * that was used with other arguments, for then there was an earlier request.
 */
const definiteFailures = new Set([
  "StripeInvalidRequestError",
  "StripeAuthenticationError",
  "StripePermissionError",
  "StripeCardError",
]);
/** Another request with the same key, or on the same object, is under way. */
const inProgressCodes = new Set(["idempotency_key_in_use", "lock_timeout"]);

/** Runs a call of the SDK and translates what it throws into the port's two errors. */
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
