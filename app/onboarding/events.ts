import { call } from "#app/api/api.ts";
import { onboarding, type OnboardingRecord } from "#contract/onboarding.ts";

/** Events must never hold her up, so nobody waits for them and a lost one is let go. */
const quiet = { retry: false, silent: true } as const;

/** First-party note that a step of the visit was left behind. */
export function noteStep(step: number): void {
  call(onboarding.triggerEvent, { body: { event: "StepCompleted", step } }, quiet).catch(() => null);
}

/** Once after sign-up: which flow she is in, by the ids of the visit that are no person's. */
export function identify({
  flow_variant,
  deduplicationID,
}: Pick<OnboardingRecord, "flow_variant" | "deduplicationID">): void {
  const body = { flow_variant, deduplicationid: deduplicationID };
  call(onboarding.event, { params: { eventName: "OnboardingIdentify" }, body }, quiet).catch(() => null);
}
