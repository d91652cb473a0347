import type Stripe from "stripe";
import type { SystemReports } from "../../outside/outside.ts";
import { GatewayRefused, GatewayUnknownOutcome, type RefusedCode } from "../port.ts";
import type { GatewayOperation } from "../sandbox/faults.ts";
import type { StripeAnswer } from "./stripe-table.ts";

/** A row of the table by Stripe's error code (Error codes); codes of what isn't done here (accounts, invoices, shipping) are left to the HTTP status. */
const byCode: Readonly<Record<string, StripeAnswer>> = {
  api_key_expired: "key_expired",
  platform_api_key_expired: "key_expired",
  secret_key_required: "permission_missing",
  testmode_charges_only: "wrong_mode",
  livemode_mismatch: "wrong_mode",
  account_closed: "account_restricted",
  account_invalid: "account_restricted",
  account_error_country_change_requires_additional_steps: "account_restricted",
  charge_exceeds_transaction_limit: "account_restricted",
  payouts_not_allowed: "account_restricted",
  balance_insufficient: "balance_insufficient",
  insufficient_funds: "balance_insufficient",
  tls_version_unsupported: "request_wrong",
  url_invalid: "request_wrong",
  country_unsupported: "request_wrong",
  rate_limit: "rate_limited",
  lock_timeout: "in_progress",
  idempotency_key_in_use: "in_progress",
  request_timeout: "gateway_down",
  resource_missing: "other_account",
  token_already_used: "token_unusable",
  token_in_use: "token_unusable",
  payment_intent_unexpected_state: "wrong_state",
  charge_already_captured: "wrong_state",
  charge_expired_for_capture: "wrong_state",
  capture_unauthorized_payment: "wrong_state",
  charge_not_refundable: "not_refundable",
  charge_already_refunded: "not_refundable",
  charge_disputed: "not_refundable",
  refund_disputed_payment: "not_refundable",
  amount_too_small: "wrong_amount",
  amount_too_large: "wrong_amount",
  charge_exceeds_source_limit: "wrong_amount",
};

/** Refusals of the port, by row. All other rows leave the outcome unknown. `other_account` is ours, and says what was asked for isn't there. */
const refusals: Partial<Readonly<Record<StripeAnswer, RefusedCode>>> = {
  card_declined: "declined",
  card_refused_for_good: "declined",
  customer_gone: "customer_gone",
  card_gone: "card_gone",
  token_unusable: "token_unusable",
  wrong_state: "wrong_state",
  wrong_amount: "wrong_amount",
  not_refundable: "already_refunded",
  other_account: "not_found",
};

/** The adapter found out what an error means by asking further. */
export class KnownAnswer extends Error {
  readonly answer: StripeAnswer;
  constructor(answer: StripeAnswer) {
    super(answer);
    this.answer = answer;
  }
}

/** The row an SDK call's error belongs to. */
export function answerOf(error: unknown): StripeAnswer | "unknown" {
  if (error instanceof KnownAnswer) return error.answer;
  const { type, rawType, code, statusCode, message = "", detail } = error as Partial<Stripe.errors.StripeError>;
  if (type === undefined) return "unexpected_object";
  if (type === "StripeConnectionError")
    return (detail as { code?: string } | undefined)?.code === "ETIMEDOUT" ? "timeout" : "unreachable";
  // Stripe has no code for it. Its message is looked at, and goes nowhere.
  if (/a similar object exists in (test|live) mode/.test(message)) return "wrong_mode";
  if (rawType === "card_error" && statusCode === 402) return "card_declined";
  const known = byCode[code ?? ""];
  if (known !== undefined && (statusCode ?? 500) < 500) return known;
  if (statusCode === undefined) return "not_json";
  if (statusCode === 401) return "key_refused";
  if (statusCode === 403) return "permission_missing";
  if (statusCode === 409) return "in_progress";
  if (statusCode === 429) return "rate_limited";
  if (statusCode === 424 || statusCode >= 500) return "gateway_down";
  if (rawType === "idempotency_error" || (code ?? "").startsWith("parameter_")) return "request_wrong";
  return "unknown";
}

/** The bank declined. */
export const isDeclined = (error: unknown): error is Stripe.errors.StripeCardError =>
  answerOf(error) === "card_declined";

/**
 * Makes SDK calls, reports what came, and translates errors into the port's two. Stripe works again when each operation that failed does: while charges
 * hit a limit, questions go on being answered.
 */
export function stripeCaller(reports: SystemReports<Exclude<StripeAnswer, "unknown">>) {
  const failing = new Set<GatewayOperation>();
  return async function callStripe<T>(operation: GatewayOperation, call: () => Promise<T>): Promise<T> {
    try {
      const result = await call();
      failing.delete(operation);
      if (failing.size === 0) reports.worked();
      return result;
    } catch (error) {
      const answer = answerOf(error);
      const { code, rawType, statusCode } = error as Partial<Stripe.errors.StripeError>;
      const { means } = reports.failed(
        answer,
        [operation, statusCode, rawType, code].filter((part) => part !== undefined).join(" "),
      );
      if (means === "final") failing.delete(operation);
      else failing.add(operation);
      const refused = refusals[answer];
      // Stripe's message and raw body may quote what was sent.
      if (refused !== undefined) throw new GatewayRefused(disputedOr(refused, code), `Stripe refused ${operation}`);
      throw new GatewayUnknownOutcome(operation, answer);
    }
  };
}

const disputedOr = (refused: RefusedCode, code: string | undefined): RefusedCode =>
  code === "charge_disputed" || code === "refund_disputed_payment" ? "disputed" : refused;
