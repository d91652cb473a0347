import type { Order } from "#contract/orders/orders.ts";
import { call } from "#app/api/call.ts";
import { type OutcomeResult, type PaymentHandle, usePayment } from "#app/payment/use-payment.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { type StepBody, type StepSaved, signInPathHere } from "../flow/use-save-step.ts";

export interface FinishedVisit {
  readonly record: OnboardingRecord;
  readonly interstitial: StepSaved["interstitial"];
}

/** Statuses of an order that is, or may become, this payment. */
const openOrderStatuses: readonly Order["status"][] = ["pending", "authorizing", "unknown", "authorized", "paid"];

/** Step 7: pays for the visit's treatment. `onDone` gets the finished visit. */
export const usePayVisit = (body: StepBody, onDone: (finished: FinishedVisit) => void): PaymentHandle =>
  usePayment<FinishedVisit>({
    body: JSON.stringify(body),
    onDone,
    redirectCodes: ["step_ahead", "visit_stopped"],
    send: async (attempt, signal) => {
      const options = { key: attempt.key, retry: false, signInAt: signInPathHere(), signal } as const;
      const sent = JSON.parse(attempt.body) as StepBody;
      const saved = await call(onboarding.saveStep, { params: { n: 7 }, body: sent }, options);
      return { record: saved.onboarding, interstitial: saved.interstitial };
    },
    fetchOutcome: (_attempt, signal) => fetchVisitOutcome(signal),
  });

/** Whether the visit is finished, or its order is still open. */
async function fetchVisitOutcome(signal: AbortSignal): Promise<OutcomeResult<FinishedVisit>> {
  const options = { retry: false, silent: true, signal } as const;
  const record = await call(onboarding.record, {}, options);
  if (record.onboardingstatus === "DONE") return { found: "done", result: { record, interstitial: null } };
  const { orders } = await call(treatment.overview, {}, options);
  return { found: orders.some(({ status }) => openOrderStatuses.includes(status)) ? "open" : "nothing" };
}
