import { useEffect, useReducer, useRef } from "react";
import { isApiError, shownText } from "#app/api/api-error.ts";
import { randomId } from "#app/api/random.ts";
import { withBankStep } from "./bank-step.ts";
import { type Attempt, type Found, payReducer, type PayState, ready } from "./pay-outcome.ts";

/** What asking about an attempt found; with the result where it was paid, with the sentence where it was refused or is in review. */
export type Asked<R> =
  | { readonly found: Exclude<Found, "done"> }
  | { readonly found: "done"; readonly result: R }
  | { readonly found: "refused"; readonly code: string; readonly message: string }
  | { readonly found: "review"; readonly message: string };

export interface Pay {
  readonly state: PayState;
  /** Pays once a press. `prepare` does what must be done before it; a failure of it was no attempt to pay. */
  readonly pay: (prepare: () => Promise<void>) => Promise<void>;
  readonly askAgain: () => void;
  /** What the refusal complained about has changed. */
  readonly mended: () => void;
}

const askEvery = 2000;
/** A call that hangs longer is asked about, ms; an ask that hangs longer is asked again. */
const patience = { send: 60_000, ask: 10_000 } as const;

/**
 * One press, one attempt: `send` carries its key and its body and is never repeated by itself; a lost answer is asked about. Until its
 * outcome is known, another press repeats it as it was. `onDone` hears the result, whether the answer came or was asked for.
 */
export function usePay<R>(parts: {
  /** What a new attempt pays. */
  readonly body: string;
  readonly send: (attempt: Attempt, signal: AbortSignal) => Promise<R>;
  readonly ask: (attempt: Attempt, signal: AbortSignal) => Promise<Asked<R>>;
  readonly onDone: (result: R, attempt: Attempt) => void;
  /** The attempt came to nothing, and why; also when asking found so. */
  readonly onOver?: (attempt: Attempt, why: string) => void;
  /** Codes that lead her somewhere else. */
  readonly moves?: readonly string[];
  /** An attempt of before a reload. */
  readonly resume?: Attempt | null;
}): Pay {
  const { body, send, ask, onDone, onOver, moves = [], resume = null } = parts;
  const [state, dispatch] = useReducer(payReducer, ready, (start) =>
    resume ? payReducer(start, { kind: "resumed", attempt: resume }) : start,
  );

  function failed(error: unknown, preparing: boolean) {
    const known = isApiError(error) ? error : null;
    const code = known?.code ?? "unexpected_reply";
    if (moves.includes(code)) return dispatch({ kind: "moved" });
    const message = shownText(error);
    // Before the call that pays, a lost connection is no open question.
    const certain = known !== null && known.status >= 400 && known.status < 500;
    if (preparing) return dispatch({ kind: "failed", code: certain ? code : "other", status: 400, message });
    dispatch({ kind: "failed", code, status: known?.status ?? 0, message });
  }

  async function pay(prepare: () => Promise<void>) {
    // The reducer is asked first, so that a second press never reaches the network.
    const next = payReducer(state, { kind: "pressed", body, newKey: randomId });
    if (next === state || next.kind !== "paying") return;
    const { attempt } = next;
    dispatch({ kind: "pressed", body, newKey: () => attempt.key });
    try {
      if (attempt.sent === 0) await prepare();
    } catch (error) {
      return failed(error, true);
    }
    dispatch({ kind: "sent" });
    try {
      const result = await withBankStep(() => send(attempt, AbortSignal.timeout(patience.send)));
      dispatch({ kind: "paid" });
      onDone(result, attempt);
    } catch (error) {
      failed(error, false);
    }
  }

  const last = useRef<Attempt | null>(null);
  useEffect(() => {
    if ("attempt" in state) last.current = state.attempt;
    else if ((state.kind === "refused" || state.kind === "repriced") && last.current) {
      onOver?.(last.current, state.message);
      last.current = null;
    }
    // oxlint-disable-next-line react/exhaustive-deps -- once for each outcome
  }, [state]);

  const asking = state.kind === "asking" ? state : null;
  useEffect(() => {
    if (asking === null) return;
    let gone = false;
    const timer = setTimeout(() => {
      void ask(asking.attempt, AbortSignal.timeout(patience.ask))
        .catch((): Asked<R> => ({ found: "unknown" }))
        .then((asked) => {
          if (gone) return;
          if (asked.found === "refused") return dispatch({ ...asked, kind: "found refused" });
          if (asked.found === "review") return dispatch({ ...asked, kind: "found review" });
          dispatch({ kind: "asked", found: asked.found });
          if (asked.found === "done") onDone(asked.result, asking.attempt);
        });
    }, askEvery);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one ask for each count, whoever listens
  }, [asking?.asks]);

  return {
    state,
    pay,
    askAgain: () => dispatch({ kind: "askAgain" }),
    mended: () => dispatch({ kind: "mended" }),
  };
}
