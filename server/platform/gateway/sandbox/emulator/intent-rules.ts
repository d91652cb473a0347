import type { IntentStatus } from "../../port.ts";
import { isCardExpired } from "./card-validation.ts";
import { EmulatorRefused } from "./emulator.ts";

export interface IntentState {
  /** Nothing takes time here. */
  readonly status: Exclude<IntentStatus, "processing">;
  readonly amount: number;
  readonly amountCaptured: number;
  readonly amountRefunded: number;
  /** A decline code of Stripe's. */
  readonly lastDecline: string | null;
}

interface ChargedCard {
  readonly chargeDecline: string | null;
  /** Its bank asks the cardholder to authenticate first. */
  readonly requiresThreeDSecure: boolean;
  readonly expMonth: number;
  readonly expYear: number;
}

/** A charge with the bank's immediate answer. `holderIsThere`: the cardholder is present and can authenticate. */
export function charged(
  amount: number,
  card: ChargedCard,
  { capture, holderIsThere: onSession }: { readonly capture: "manual" | "automatic"; readonly holderIsThere: boolean },
  now: Date,
): IntentState {
  if (!Number.isInteger(amount) || amount < 50) {
    throw new EmulatorRefused("amount_too_small", "An amount is at least 50 cents");
  }
  const unconfirmedDecline = card.requiresThreeDSecure && !onSession ? "generic_decline" : null;
  const decline =
    card.chargeDecline ?? (isCardExpired(card.expMonth, card.expYear, now) ? "expired_card" : unconfirmedDecline);
  const base = { amount, amountCaptured: 0, amountRefunded: 0, lastDecline: decline };
  if (decline !== null) return { ...base, status: "requires_payment_method" };
  if (card.requiresThreeDSecure) return { ...base, status: "requires_action" };
  return approved(base, capture);
}

const approved = (state: Omit<IntentState, "status">, capture: "manual" | "automatic"): IntentState =>
  capture === "manual"
    ? { ...state, status: "requires_capture" }
    : { ...state, status: "succeeded", amountCaptured: state.amount };

/** The cardholder confirmed the charge. */
export function confirmedThreeDSecure(intent: IntentState, capture: "manual" | "automatic"): IntentState {
  if (intent.status !== "requires_action") throw unexpectedState("confirmed", intent.status);
  return approved(intent, capture);
}

/** The cardholder did not confirm the charge. */
export function refusedThreeDSecure(intent: IntentState): IntentState {
  if (intent.status !== "requires_action") throw unexpectedState("refused", intent.status);
  return { ...intent, status: "requires_payment_method", lastDecline: "generic_decline" };
}

/** `isLapsed`: the bank has given the amount back. */
export function captured(intent: IntentState, amount: number, isLapsed: boolean): IntentState {
  if (intent.status !== "requires_capture") throw unexpectedState("captured", intent.status);
  if (isLapsed) throw new EmulatorRefused("charge_expired_for_capture", "The hold has lapsed");
  if (!Number.isInteger(amount) || amount < 1 || amount > intent.amount) {
    throw new EmulatorRefused("amount_too_large", "The amount must be within what is held");
  }
  return { ...intent, status: "succeeded", amountCaptured: amount };
}

export function canceled(intent: IntentState): IntentState {
  if (intent.status === "succeeded" || intent.status === "canceled") throw unexpectedState("canceled", intent.status);
  return { ...intent, status: "canceled" };
}

export function refunded(intent: IntentState, amount: number): IntentState {
  if (intent.status !== "succeeded") throw unexpectedState("refunded", intent.status);
  if (intent.amountRefunded === intent.amountCaptured) {
    throw new EmulatorRefused("charge_already_refunded", "All of it has been refunded");
  }
  const amountRefunded = intent.amountRefunded + amount;
  if (!Number.isInteger(amount) || amount < 1 || amountRefunded > intent.amountCaptured) {
    throw new EmulatorRefused("amount_too_large", "The refund must be within what was captured");
  }
  return { ...intent, amountRefunded };
}

const unexpectedState = (verb: string, status: IntentStatus) =>
  new EmulatorRefused("payment_intent_unexpected_state", `An intent in status ${status} cannot be ${verb}`);
