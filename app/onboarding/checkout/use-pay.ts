import { call } from "#app/api/api.ts";
import { type Asked, type Pay, usePay } from "#app/payment/use-pay.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";
import { treatment } from "#contract/treatment.ts";
import { type StepBody, type StepSaved, signInAt } from "../use-save-step.ts";

export interface Finished {
  readonly record: OnboardingRecord;
  readonly interstitial: StepSaved["interstitial"];
}

/** Orders that are, or may become, this payment. */
const openAtBank = ["pending", "authorizing", "unknown", "authorized", "paid"];

/** Step 7: pays the visit's treatment. `onDone` hears the finished visit. */
export const usePayVisit = (body: StepBody, onDone: (finished: Finished) => void): Pay =>
  usePay<Finished>({
    body: JSON.stringify(body),
    onDone,
    moves: ["step_ahead", "visit_stopped"],
    send: async (attempt, signal) => {
      const options = { key: attempt.key, retry: false, signInAt: signInAt(), signal } as const;
      const sent = JSON.parse(attempt.body) as StepBody;
      const saved = await call(onboarding.saveStep, { params: { n: 7 }, body: sent }, options);
      return { record: saved.onboarding, interstitial: saved.interstitial };
    },
    ask: (_attempt, signal) => ask(signal),
  });

/** Whether the visit is finished, or its order still open. */
async function ask(signal: AbortSignal): Promise<Asked<Finished>> {
  const options = { retry: false, silent: true, signal } as const;
  const record = await call(onboarding.record, {}, options);
  if (record.onboardingstatus === "DONE") return { found: "done", result: { record, interstitial: null } };
  const { orders } = await call(treatment.full, {}, options);
  return { found: orders.some(({ status }) => openAtBank.includes(status)) ? "open" : "nothing" };
}
