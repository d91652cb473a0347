import { useEffect, useReducer, useRef } from "react";
import { isApiError, errorMessage } from "#app/api/api-error.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { withBankConfirmation } from "./bank-confirmation.ts";
import {
  type PaymentAttempt,
  type OutcomeFound,
  paymentReducer,
  type PaymentState,
  readyState,
} from "./payment-state.ts";

/** The outcome found by polling; with the result where it was paid, with the text where it was refused or is in review. */
export type OutcomeResult<R> =
  | { readonly found: Exclude<OutcomeFound, "done"> }
  | { readonly found: "done"; readonly result: R }
  | { readonly found: "refused"; readonly code: string; readonly message: string }
  | { readonly found: "review"; readonly message: string };

export interface PaymentHandle {
  readonly state: PaymentState;
  /** Pays once per press. `prepare` does what must be done first; if it fails, nothing was attempted. */
  readonly pay: (prepare: () => Promise<void>) => Promise<void>;
  readonly checkAgain: () => void;
  /** Clears a refusal whose cause has changed. */
  readonly clearRefusal: () => void;
}

const pollIntervalMs = 2000;
/** A call that takes longer is polled, ms; a poll that takes longer is repeated. */
const timeoutMs = { send: 60_000, ask: 10_000 } as const;

/**
 * One press, one attempt: `send` carries its key and its body and is never retried by itself; a lost response is polled. Until its outcome is known,
 * another press repeats it unchanged. `onDone` gets the result, whether by response or by polling.
 */
export function usePayment<R>(options: {
  /** The body of a new attempt. */
  readonly body: string;
  readonly send: (attempt: PaymentAttempt, signal: AbortSignal) => Promise<R>;
  readonly fetchOutcome: (attempt: PaymentAttempt, signal: AbortSignal) => Promise<OutcomeResult<R>>;
  readonly onDone: (result: R, attempt: PaymentAttempt) => void;
  /** The attempt failed, and why; also when a poll found so. */
  readonly onFailed?: (attempt: PaymentAttempt, why: string) => void;
  /** Error codes that redirect the patient. */
  readonly redirectCodes?: readonly string[];
  /** An attempt from before a reload. */
  readonly resumeAttempt?: PaymentAttempt | null;
}): PaymentHandle {
  const { body, send, fetchOutcome, onDone, onFailed, redirectCodes = [], resumeAttempt = null } = options;
  const [state, dispatch] = useReducer(paymentReducer, readyState, (start) =>
    resumeAttempt ? paymentReducer(start, { kind: "resumed", attempt: resumeAttempt }) : start,
  );

  function failed(error: unknown, preparing: boolean) {
    const apiError = isApiError(error) ? error : null;
    const code = apiError?.code ?? "unexpected_reply";
    if (redirectCodes.includes(code)) return dispatch({ kind: "moved" });
    const message = errorMessage(error);
    // Before the call that pays, a lost connection leaves nothing open.
    const definite = apiError !== null && apiError.status >= 400 && apiError.status < 500;
    if (preparing) return dispatch({ kind: "failed", code: definite ? code : "other", status: 400, message });
    dispatch({ kind: "failed", code, status: apiError?.status ?? 0, message });
  }

  async function pay(prepare: () => Promise<void>) {
    // The reducer decides first, so that a second press never reaches the network.
    const next = paymentReducer(state, { kind: "pressed", body, newKey: randomUuid });
    if (next === state || next.kind !== "paying") return;
    const { attempt } = next;
    dispatch({ kind: "pressed", body, newKey: () => attempt.key });
    try {
      if (attempt.timesSent === 0) await prepare();
    } catch (error) {
      return failed(error, true);
    }
    dispatch({ kind: "sent" });
    try {
      const result = await withBankConfirmation(() => send(attempt, AbortSignal.timeout(timeoutMs.send)));
      dispatch({ kind: "paid" });
      onDone(result, attempt);
    } catch (error) {
      failed(error, false);
    }
  }

  const lastAttempt = useRef<PaymentAttempt | null>(null);
  useEffect(() => {
    if ("attempt" in state) lastAttempt.current = state.attempt;
    else if ((state.kind === "refused" || state.kind === "repriced") && lastAttempt.current) {
      onFailed?.(lastAttempt.current, state.message);
      lastAttempt.current = null;
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each outcome
  }, [state]);

  const polling = state.kind === "asking" ? state : null;
  useEffect(() => {
    if (polling === null) return;
    let unmounted = false;
    const timer = setTimeout(() => {
      void fetchOutcome(polling.attempt, AbortSignal.timeout(timeoutMs.ask))
        .catch((): OutcomeResult<R> => ({ found: "unknown" }))
        .then((outcome) => {
          if (unmounted) return;
          if (outcome.found === "refused") return dispatch({ ...outcome, kind: "found refused" });
          if (outcome.found === "review") return dispatch({ ...outcome, kind: "found review" });
          dispatch({ kind: "asked", found: outcome.found });
          if (outcome.found === "done") onDone(outcome.result, polling.attempt);
        });
    }, pollIntervalMs);
    return () => {
      unmounted = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one ask for each count, whoever listens
  }, [polling?.polls]);

  return {
    state,
    pay,
    checkAgain: () => dispatch({ kind: "askAgain" }),
    clearRefusal: () => dispatch({ kind: "mended" }),
  };
}
