import { call } from "#app/api/call.ts";
import { onboarding } from "#contract/onboarding.ts";

/** Events must never delay the patient: nothing waits for them, and failures are dropped. */
const silentOptions = { retry: false, silent: true } as const;

/** First-party event: a step of the visit was completed. */
export function recordStepCompleted(step: number): void {
  call(onboarding.triggerEvent, { body: { event: "StepCompleted", step } }, silentOptions).catch(() => null);
}
