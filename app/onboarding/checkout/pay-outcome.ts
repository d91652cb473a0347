/**
 * The press of Pay as a state machine: one press is one attempt, and what came of it is learned by asking. Pure; `use-pay.ts` carries
 * it out.
 */
export type PayState =
  | { readonly kind: "ready" }
  /** The one call is under way. */
  | { readonly kind: "paying"; readonly attempt: Attempt }
  /** No answer, or no final one: only asked about from now on. */
  | { readonly kind: "asking"; readonly attempt: Attempt; readonly asks: number }
  /** Asked for long enough. She may ask again; another press repeats the same attempt, never a second one. */
  | { readonly kind: "unsure"; readonly attempt: Attempt }
  | { readonly kind: "refused"; readonly need: Need; readonly message: string }
  /** Higher total than she saw: she looks at it and presses again. */
  | { readonly kind: "repriced"; readonly message: string }
  /** She is somewhere else now: stopped, or moved on by another tab. */
  | { readonly kind: "moved" }
  | { readonly kind: "done" };

/** What has to change before paying can work. */
export type Need = "card" | "address" | "other";

/** One key for one intention, told apart by what is paid. */
export interface Attempt {
  readonly key: string;
  readonly body: string;
}

export type PayEvent =
  | { readonly kind: "pressed"; readonly body: string; readonly newKey: () => string }
  | { readonly kind: "paid" }
  | { readonly kind: "failed"; readonly code: string; readonly status: number; readonly message: string }
  | { readonly kind: "asked"; readonly found: Found }
  | { readonly kind: "askAgain" }
  /** She gave another card or address. */
  | { readonly kind: "mended" };

/** What asking found: finished · an order still open at the bank · no order · no answer. */
export type Found = "done" | "open" | "nothing" | "unknown";

export const ready: PayState = { kind: "ready" };

/** How often it is asked before she is told that it takes longer; every 2 s. */
export const asksAtOnce = 45;
/** Without any order after this many answers, the call never arrived. */
const asksForNothing = 4;

const cardCodes = ["card_declined", "insufficient_funds", "expired_card", "lost_card", "no_payment_method"];
const addressCodes = ["no_shipping_address", "not_available_in_state"];
const openCodes = ["network", "unexpected_reply", "in_flight", "payment_pending"];
const movedCodes = ["step_ahead", "visit_stopped"];

export function payReducer(state: PayState, event: PayEvent): PayState {
  switch (event.kind) {
    case "pressed":
      return pressed(state, event);
    case "paid":
      return { kind: "done" };
    case "failed":
      return state.kind === "paying" ? failed(state.attempt, event) : state;
    case "asked":
      return state.kind === "asking" ? asked(state, event.found) : state;
    case "mended":
      return state.kind === "refused" ? ready : state;
    case "askAgain":
      return state.kind === "unsure" ? { kind: "asking", attempt: state.attempt, asks: 0 } : state;
  }
}

/** A second press while one is under way changes nothing. After an attempt without an answer the same body keeps its key. */
function pressed(state: PayState, { body, newKey }: Extract<PayEvent, { kind: "pressed" }>): PayState {
  if (state.kind === "paying" || state.kind === "asking" || state.kind === "done") return state;
  const same = state.kind === "unsure" && state.attempt.body === body;
  return { kind: "paying", attempt: same ? state.attempt : { key: newKey(), body } };
}

function failed(attempt: Attempt, { code, status, message }: Extract<PayEvent, { kind: "failed" }>): PayState {
  if (openCodes.includes(code) || code === "step_completed" || status >= 500)
    return { kind: "asking", attempt, asks: 0 };
  if (code === "price_changed") return { kind: "repriced", message };
  if (movedCodes.includes(code)) return { kind: "moved" };
  const need = cardCodes.includes(code) ? "card" : addressCodes.includes(code) ? "address" : "other";
  return { kind: "refused", need, message };
}

function asked({ attempt, asks }: Extract<PayState, { kind: "asking" }>, found: Found): PayState {
  if (found === "done") return { kind: "done" };
  const count = asks + 1;
  const over = found === "nothing" ? count >= asksForNothing : count >= asksAtOnce;
  return over ? { kind: "unsure", attempt } : { kind: "asking", attempt, asks: count };
}
