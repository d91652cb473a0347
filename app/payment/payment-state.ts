/** The press of Pay as a state machine: one press is one attempt, and its outcome is learned by polling. Pure; `use-payment.ts` runs it. */
export type PaymentState =
  | { readonly kind: "ready" }
  /** The one call is under way. */
  | { readonly kind: "paying"; readonly attempt: PaymentAttempt }
  /** No response, or no final one: from here on it is only polled. */
  | { readonly kind: "asking"; readonly attempt: PaymentAttempt; readonly polls: number; readonly emptyPolls: number }
  /** Polling gave up. The patient may poll again; another press repeats this very attempt, whatever has changed since. */
  | { readonly kind: "unsure"; readonly attempt: PaymentAttempt; readonly message?: string }
  /** The bank asks the cardholder, and has no answer: another press repeats this very attempt. */
  | { readonly kind: "unconfirmed"; readonly attempt: PaymentAttempt; readonly message: string }
  /** In review by a person: polling stops, and nothing can be paid until then. */
  | { readonly kind: "review"; readonly attempt: PaymentAttempt; readonly message: string }
  | { readonly kind: "refused"; readonly requiredFix: RequiredFix; readonly message: string }
  /** The total is higher than the one shown: the patient checks it and presses again. */
  | { readonly kind: "repriced"; readonly message: string }
  /** The patient has to be on another page: the visit was stopped, or another tab moved on. */
  | { readonly kind: "moved" }
  | { readonly kind: "done" };

/** What has to change before paying can work. */
export type RequiredFix = "card" | "address" | "other";

/** One key per intent, with the body it was sent with: a repeat sends exactly that. */
export interface PaymentAttempt {
  readonly key: string;
  readonly body: string;
  /** How often it was sent. */
  readonly timesSent: number;
  /** The server's text that an order of the patient is pending at the bank; it may not be this attempt's. */
  readonly pending?: string;
}

export type PaymentEvent =
  | { readonly kind: "pressed"; readonly body: string; readonly newKey: () => string }
  /** The preparation is done; the call that pays goes out. */
  | { readonly kind: "sent" }
  | { readonly kind: "paid" }
  | { readonly kind: "failed"; readonly code: string; readonly status: number; readonly message: string }
  | { readonly kind: "asked"; readonly found: OutcomeFound }
  /** A poll found that it was declined. */
  | { readonly kind: "found refused"; readonly code: string; readonly message: string }
  /** A poll found that it is in review. */
  | { readonly kind: "found review"; readonly message: string }
  | { readonly kind: "askAgain" }
  /** An attempt from before a reload whose outcome is unknown. */
  | { readonly kind: "resumed"; readonly attempt: PaymentAttempt }
  /** The patient has to be on another page first. */
  | { readonly kind: "moved" }
  /** The patient entered another card or address. */
  | { readonly kind: "mended" };

/** What a poll found: finished · an order still pending at the bank · no order · no response. */
export type OutcomeFound = "done" | "open" | "nothing" | "unknown";

export const readyState: PaymentState = { kind: "ready" };

/** Number of polls before the patient is told that it takes longer; one every 2 s. */
export const maxPolls = 45;
/** After this many polls in a row without an order, the call never arrived. */
const maxEmptyPolls = 4;
export const neverArrivedText = "We didn't get this order, and you weren't charged for it. Please try again.";

const cardCodes = ["card_declined", "insufficient_funds", "expired_card", "lost_card", "no_payment_method"];
const addressCodes = ["no_shipping_address", "not_available_in_state"];
const pendingCodes = ["network", "unexpected_reply", "in_flight"];
/** Refusals that say nothing about the outcome of an attempt sent before: whoever gave them never looked at it. */
const inconclusiveCodes = [
  "bad_request",
  "body_too_large",
  "unsupported_media",
  "not_found",
  "rate_limited",
  "need_auth",
  "token_expired",
  "invalid_token",
  "session_ended",
  "idempotency_mismatch",
  "malformed",
  "other",
];

/** Pay was pressed, and its outcome is pending or was good. */
export const isPaymentInProgress = ({ kind }: PaymentState): boolean =>
  kind === "paying" || kind === "asking" || kind === "done";

type RepeatableState = Extract<PaymentState, { kind: "unsure" | "unconfirmed" }>;

/** Another press repeats the attempt unchanged, whatever has changed since. */
export const isRepeatable = (state: PaymentState): state is RepeatableState =>
  state.kind === "unsure" || state.kind === "unconfirmed";

export function paymentReducer(state: PaymentState, event: PaymentEvent): PaymentState {
  switch (event.kind) {
    case "pressed":
      return onPressed(state, event);
    case "sent":
      return state.kind === "paying"
        ? { ...state, attempt: { ...state.attempt, timesSent: state.attempt.timesSent + 1 } }
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

const startPolling = (attempt: PaymentAttempt): PaymentState => ({ kind: "asking", attempt, polls: 0, emptyPolls: 0 });

/** A second press while one is under way or in review changes nothing. An attempt of unknown outcome is repeated unchanged. */
function onPressed(state: PaymentState, { body, newKey }: Extract<PaymentEvent, { kind: "pressed" }>): PaymentState {
  if (isPaymentInProgress(state) || state.kind === "review") return state;
  return { kind: "paying", attempt: isRepeatable(state) ? state.attempt : { key: newKey(), body, timesSent: 0 } };
}

function onFailed(
  attempt: PaymentAttempt,
  { code, status, message }: Extract<PaymentEvent, { kind: "failed" }>,
): PaymentState {
  if (code === "payment_action") return { kind: "unconfirmed", attempt, message };
  if (code === "payment_pending") return startPolling({ ...attempt, pending: message });
  if (pendingCodes.includes(code) || code === "step_completed" || status >= 500) return startPolling(attempt);
  if (attempt.timesSent > 1 && inconclusiveCodes.includes(code)) return { kind: "unsure", attempt, message };
  if (code === "price_changed") return { kind: "repriced", message };
  return refusedState(code, message);
}

function refusedState(code: string, message: string): PaymentState {
  const requiredFix = cardCodes.includes(code) ? "card" : addressCodes.includes(code) ? "address" : "other";
  return { kind: "refused", requiredFix, message };
}

function onPolled(
  { attempt, polls, emptyPolls }: Extract<PaymentState, { kind: "asking" }>,
  found: OutcomeFound,
): PaymentState {
  if (found === "done") return { kind: "done" };
  const emptyInARow = found === "nothing" ? emptyPolls + 1 : 0;
  if (emptyInARow >= maxEmptyPolls) return refusedState("other", attempt.pending ?? neverArrivedText);
  return polls + 1 >= maxPolls
    ? { kind: "unsure", attempt }
    : { kind: "asking", attempt, polls: polls + 1, emptyPolls: emptyInARow };
}
