import { useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { isApiError } from "#app/api/api-error.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { sessionExpiredPath } from "#app/api/client.ts";
import { session } from "#app/api/session/session.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { useInterstitial } from "./interstitial-host.tsx";
import type { AnswerNotice } from "./notice-page.tsx";
import { requestedStep, stepHref, advancesVisit, nextHref } from "./step-addresses.ts";
import { queries, useGoToCurrentStep, useSaveOutcome } from "./queries.ts";

/** Events must never delay the patient: nothing waits for them, and failures are dropped. */
const silentOptions = { retry: false, silent: true } as const;

/** First-party event: a step of the visit was completed. */
function recordStepCompleted(step: number): void {
  call(onboarding.triggerEvent, { body: { event: "StepCompleted", step } }, silentOptions).catch(() => null);
}

export type StepBody = Input<typeof onboarding.saveStep>["body"];
export type StepSaved = Output<typeof onboarding.saveStep>;

/** Another tab or device has moved on, or the visit has been stopped: the record has the current step. */
export const isStepConflict = (error: unknown): boolean =>
  isApiError(error) && ["step_ahead", "step_completed", "visit_stopped"].includes(error.code);

/** After a session ends in mid-visit, sign-in leads back here. */
export const signInPathHere = (): string =>
  `${sessionExpiredPath}&redirectTo=${encodeURIComponent(location.pathname + location.search)}`;

/** Goes on after a save: shows notices and interstitials, then the next step, which is prefetched. */
export function useContinueAfterSave() {
  const cache = useQueryClient();
  const saveOutcome = useSaveOutcome();
  const show = useInterstitial();
  return async (saved: Omit<StepSaved, "order">, href: string) => {
    const { notices, emergency, interstitial, view } = saved;
    const stop = saved.onboarding.stop ?? saved.stop;
    saveOutcome({ ...saved.onboarding, stop }, view);
    if (!stop) {
      const step = requestedStep(href.slice(href.indexOf("?"))).step;
      if (step !== view.step) recordStepCompleted(view.step);
      if (step !== null) void cache.prefetchQuery(queries.step(step));
    }
    if (emergency || notices.length > 0) {
      const { title: about, progress } = view;
      const state: AnswerNotice = { notices, emergency, stepTitle: about, progress, next: href, interstitial };
      return navigate(location.pathname + location.search, { replace: true, state });
    }
    if (stop) return;
    await show(interstitial);
    navigate(href);
  };
}

/** Saves a step and goes on. Also resolves after a redirect to the current step; throws errors for the form to show. */
export function useSaveStep(step: number) {
  const continueAfterSave = useContinueAfterSave();
  const goToCurrentStep = useGoToCurrentStep();
  return async (
    body: StepBody,
    next: (record: OnboardingRecord, view: StepView) => string = (record, view) => nextHref(record, view),
    send: (run: () => Promise<StepSaved>) => Promise<StepSaved> = (run) => run(),
  ): Promise<void> => {
    const options = { key: randomUuid(), signInAt: signInPathHere() };
    const stepBefore = session.get().record?.onboardingstep;
    try {
      const saved = await send(() => call(onboarding.saveStep, { params: { n: step }, body }, options));
      const nextHrefAfterSave = next(saved.onboarding, saved.view);
      await continueAfterSave(
        saved,
        advancesVisit(saved.onboarding, step, stepBefore)
          ? stepHref(saved.onboarding.onboardingstep)
          : nextHrefAfterSave,
      );
    } catch (error) {
      if (!isStepConflict(error)) throw error;
      await goToCurrentStep();
    }
  };
}
