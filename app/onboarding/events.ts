import { call } from "#app/api/call.ts";
import { onboarding } from "#contract/onboarding.ts";

/** Events must never hold her up, so nobody waits for them and a lost one is let go. */
const silentOptions = { retry: false, silent: true } as const;

/** First-party note that a step of the visit was left behind. */
export function recordStepCompleted(step: number): void {
  call(onboarding.triggerEvent, { body: { event: "StepCompleted", step } }, silentOptions).catch(() => null);
}
