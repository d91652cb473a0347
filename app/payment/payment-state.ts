/**
 * The press of Pay as a state machine: one press is one attempt, and what came of it is learned by asking. Pure; `use-pay.ts` carries
 * it out.
 */
export type PaymentState =
  | { readonly kind: "ready" }
  /** The one call is under way. */
  | { readonly kind: "paying"; readonly attempt: PaymentAttempt }
  /** No answer, or no final one: only asked about from now on. */
  | { readonly kind: "asking"; readonly attempt: PaymentAttempt; readonly asks: number; readonly nothings: number }
  /** Asked for long enough. She may ask again; another press repeats this very attempt, whatever has changed since. */
  | { readonly kind: "unsure"; readonly attempt: PaymentAttempt; readonly message?: string }
  /** The bank asks its cardholder, and has no answer: another press repeats this very attempt. */
  | { readonly kind: "unconfirmed"; readonly attempt: PaymentAttempt; readonly message: string }
  /** A person has to look at it: nothing more comes of asking, and nothing is paid until then. */
  | { readonly kind: "review"; readonly attempt: PaymentAttempt; readonly message: string }
  | { readonly kind: "refused"; readonly need: RequiredFix; readonly message: string }
  /** Higher total than she saw: she looks at it and presses again. */
  | { readonly kind: "repriced"; readonly message: string }
  /** She is somewhere else now: stopped, or moved on by another tab. */
  | { readonly kind: "moved" }
  | { readonly kind: "done" };

/** What has to change before paying can work. */
export type RequiredFix = "card" | "address" | "other";

/** One key for one intention, with the body it was sent with: a repeat sends exactly that. */
export interface PaymentAttempt {
  readonly key: string;
  readonly body: string;
  /** How often it was sent. */
  readonly sent: number;
  /** The server's sentence that an order of hers is open at the bank; it may be another one than this. */
  readonly pending?: string;
}

export type PaymentEvent =
  | { readonly kind: "pressed"; readonly body: string; readonly newKey: () => string }
  /** What comes before it is done; the call that pays goes out. */
  | { readonly kind: "sent" }
  | { readonly kind: "paid" }
  | { readonly kind: "failed"; readonly code: string; readonly status: number; readonly message: string }
  | { readonly kind: "asked"; readonly found: OutcomeFound }
  /** Asking found that it was declined. */
  | { readonly kind: "found refused"; readonly code: string; readonly message: string }
  /** Asking found that a person has to look at it. */
  | { readonly kind: "found review"; readonly message: string }
  | { readonly kind: "askAgain" }
  /** An attempt of before a reload whose outcome nobody has learned. */
  | { readonly kind: "resumed"; readonly attempt: PaymentAttempt }
  /** She has to be somewhere else first. */
  | { readonly kind: "moved" }
  /** She gave another card or address. */
  | { readonly kind: "mended" };

/** What asking found: finished · an order still open at the bank · no order · no answer. */
export type OutcomeFound = "done" | "open" | "nothing" | "unknown";

export const readyState: PaymentState = { kind: "ready" };

/** How often it is asked before she is told that it takes longer; every 2 s. */
export const maxPolls = 45;
/** When so many answers in a row know of no order, the call never arrived. */
const maxEmptyPolls = 4;
export const neverArrivedText = "This order did not reach us, and nothing was charged for it. Please try again.";

const cardCodes = ["card_declined", "insufficient_funds", "expired_card", "lost_card", "no_payment_method"];
const addressCodes = ["no_shipping_address", "not_available_in_state"];
const pendingCodes = ["network", "unexpected_reply", "in_flight"];
/** Refusals that say nothing about what became of an attempt sent before. */
const inconclusiveCodes = [
  "rate_limited",
  "need_auth",
  "token_expired",
  "invalid_token",
  "session_ended",
  "idempotency_mismatch",
  "malformed",
  "other",
];

/** She has pressed, and what comes of it is being learned, or was good. */
export const isPaymentInProgress = ({ kind }: PaymentState): boolean =>
  kind === "paying" || kind === "asking" || kind === "done";

type RepeatableState = Extract<PaymentState, { kind: "unsure" | "unconfirmed" }>;

/** Another press repeats the attempt as it was, whatever has changed since. */
export const isRepeatable = (state: PaymentState): state is RepeatableState =>
  state.kind === "unsure" || state.kind === "unconfirmed";

export function paymentReducer(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.kind) {
    case "pressed":
      return onPressed(state, event);
    case "sent":
      return state.kind === "paying"
        ? { ...state, attempt: { ...state.attempt, sent: state.attempt.sent + 1 } }
        : state;
    case "paid":
      return { kind: "done" };
    case "failed":
      return state.kind === "paying" ? onFailed(state.attempt, event) : state;
    case "asked":
      return state.kind === "asking" ? onPolled(state, event.found) : state;
    case "found refused":
      return state.kind === "asking" ? refusedState(event.code, event.message) : state;
    case "found review":
      return state.kind === "asking" ? { kind: "review", attempt: state.attempt, message: event.message } : state;
    case "resumed":
      return state.kind === "ready" ? startPolling(event.attempt) : state;
    case "moved":
      return { kind: "moved" };
    case "mended":
      return state.kind === "refused" ? readyState : state;
    case "askAgain":
      return state.kind === "unsure" ? startPolling(state.attempt) : state;
  }
}

const startPolling = (attempt: PaymentAttempt): PaymentState => ({ kind: "asking", attempt, asks: 0, nothings: 0 });

/** A second press while one is under way or in review changes nothing. An attempt whose outcome nobody knows is repeated as it was. */
function onPressed(state: PaymentState, { body, newKey }: Extract<PaymentEvent, { kind: "pressed" }>): PaymentState {
  if (isPaymentInProgress(state) || state.kind === "review") return state;
  return { kind: "paying", attempt: isRepeatable(state) ? state.attempt : { key: newKey(), body, sent: 0 } };
}

function onFailed(
  attempt: PaymentAttempt,
  { code, status, message }: Extract<PaymentEvent, { kind: "failed" }>,
): PaymentState {
  if (code === "payment_action") return { kind: "unconfirmed", attempt, message };
  if (code === "payment_pending") return startPolling({ ...attempt, pending: message });
  if (pendingCodes.includes(code) || code === "step_completed" || status >= 500) return startPolling(attempt);
  if (attempt.sent > 1 && inconclusiveCodes.includes(code)) return { kind: "unsure", attempt, message };
  if (code === "price_changed") return { kind: "repriced", message };
  return refusedState(code, message);
}

function refusedState(code: string, message: string): PaymentState {
  const requiredFix = cardCodes.includes(code) ? "card" : addressCodes.includes(code) ? "address" : "other";
  return { kind: "refused", need: requiredFix, message };
}

function onPolled(
  { attempt, asks: polls, nothings: emptyPolls }: Extract<PaymentState, { kind: "asking" }>,
  found: OutcomeFound,
): PaymentState {
  if (found === "done") return { kind: "done" };
  const emptyInARow = found === "nothing" ? emptyPolls + 1 : 0;
  if (emptyInARow >= maxEmptyPolls) return refusedState("other", attempt.pending ?? neverArrivedText);
  return polls + 1 >= maxPolls
    ? { kind: "unsure", attempt }
    : { kind: "asking", attempt, asks: polls + 1, nothings: emptyInARow };
}
