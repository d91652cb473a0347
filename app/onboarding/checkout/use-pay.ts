import { useEffect, useReducer } from "react";
import { call } from "#app/api/api.ts";
import { isApiError, shownText } from "#app/api/api-error.ts";
import { randomId } from "#app/api/random.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";
import { treatment } from "#contract/treatment.ts";
import { type StepBody, type StepSaved, signInAt } from "../use-save-step.ts";
import { type Found, payReducer, ready } from "./pay-outcome.ts";

export interface Finished {
  readonly record: OnboardingRecord;
  readonly interstitial: StepSaved["interstitial"];
}

const askEvery = 2000;
/** Orders that are, or may become, this payment. */
const openAtBank = ["pending", "authorizing", "unknown", "authorized", "paid"];

/**
 * Pays once a press. `prepare` saves address and consents before it; `onDone` hears the finished visit, whether the answer
 * came or was asked for.
 */
export function usePay({ onDone }: { onDone: (finished: Finished) => void }) {
  const [state, dispatch] = useReducer(payReducer, ready);

  async function pay(body: StepBody, prepare: () => Promise<void>) {
    const text = JSON.stringify(body);
    // The reducer is asked first, so that a second press never reaches the network.
    const next = payReducer(state, { kind: "pressed", body: text, newKey: randomId });
    if (next === state || next.kind !== "paying") return;
    dispatch({ kind: "pressed", body: text, newKey: () => next.attempt.key });
    try {
      await prepare();
    } catch (error) {
      // Nothing was paid yet: a lost connection here is no open question.
      const code =
        isApiError(error) && !["network", "unexpected_reply"].includes(error.code) && error.status < 500
          ? error.code
          : "other";
      dispatch({ kind: "failed", code, status: 400, message: shownText(error) });
      return;
    }
    try {
      const options = { key: next.attempt.key, retry: false, signInAt: signInAt() } as const;
      const saved = await call(onboarding.saveStep, { params: { n: 7 }, body }, options);
      dispatch({ kind: "paid" });
      onDone({ record: saved.onboarding, interstitial: saved.interstitial });
    } catch (error) {
      const known = isApiError(error) ? error : null;
      dispatch({
        kind: "failed",
        code: known?.code ?? "unexpected_reply",
        status: known?.status ?? 0,
        message: shownText(error),
      });
    }
  }

  const asks = state.kind === "asking" ? state.asks : null;
  useEffect(() => {
    if (asks === null) return;
    let gone = false;
    const timer = setTimeout(() => {
      void ask().then(({ found, record }) => {
        if (gone) return;
        dispatch({ kind: "asked", found });
        if (record) onDone({ record, interstitial: null });
      });
    }, askEvery);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one ask for each count, whoever listens
  }, [asks]);

  return {
    state,
    pay,
    askAgain: () => dispatch({ kind: "askAgain" }),
    mended: () => dispatch({ kind: "mended" }),
  };
}

/** Whether the visit is finished, or its order still open. */
async function ask(): Promise<{ found: Found; record?: OnboardingRecord }> {
  const options = { retry: false, silent: true } as const;
  try {
    const record = await call(onboarding.record, {}, options);
    if (record.onboardingstatus === "DONE") return { found: "done", record };
    const { orders } = await call(treatment.full, {}, options);
    return { found: orders.some(({ status }) => openAtBank.includes(status)) ? "open" : "nothing" };
  } catch {
    return { found: "unknown" };
  }
}
