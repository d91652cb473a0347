import { useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { isApiError } from "#app/api/api-error.ts";
import { useKeyedRequests } from "#app/forms/keyed-requests.ts";
import { sessionExpiredPath } from "#app/api/session/token-refresh.ts";
import { session } from "#app/api/session/session.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { useInterstitial } from "./interstitial-host.tsx";
import { clearAnsweredStep, stayAt, useAnsweredStep } from "../notices/answered-step.ts";
import type { SeenNotices } from "../notices/use-answer-notices.ts";
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

interface SavedFrom {
  /** 1-based number of the screen within its step. */
  readonly page?: number | undefined;
  /** On a screen that shows notices: those the patient has seen there. */
  readonly seen?: SeenNotices | undefined;
}

/** Goes on after a save, past interstitials, to the next step, which is prefetched; but not past what the patient has to read first. */
function useContinueAfterSave() {
  const cache = useQueryClient();
  const saveOutcome = useSaveOutcome();
  const show = useInterstitial();
  return async (saved: Omit<StepSaved, "order">, next: string, { page, seen }: SavedFrom) => {
    const { emergency, interstitial, view } = saved;
    const stop = saved.onboarding.stop ?? saved.stop;
    saveOutcome({ ...saved.onboarding, stop }, view);
    if (!stop) {
      const step = requestedStep(next.slice(next.indexOf("?"))).step;
      if (step !== view.step) recordStepCompleted(view.step);
      if (step !== null) void cache.prefetchQuery(queries.step(step));
    }
    const notices = seen ? saved.notices.filter((notice) => !seen.has(notice)) : [];
    if (emergency || notices.length > 0) {
      const { title: stepTitle, progress } = view;
      return stayAt(stepHref(view.step, page), { notices, emergency, stepTitle, progress, next, interstitial });
    }
    if (stop) return;
    await show(interstitial);
    clearAnsweredStep();
    navigate(next);
  };
}

/** Saves a step and goes on. Also resolves after a redirect to the current step; throws errors for the form to show. */
export function useSaveStep(step: number, from: SavedFrom = {}) {
  const continueAfterSave = useContinueAfterSave();
  const goToCurrentStep = useGoToCurrentStep();
  const answered = useAnsweredStep();
  const keyed = useKeyedRequests();
  return async (
    body: StepBody,
    next: (record: OnboardingRecord, view: StepView) => string = (record, view) => nextHref(record, view),
    send: (run: () => Promise<StepSaved>) => Promise<StepSaved> = (run) => run(),
  ): Promise<void> => {
    const signInAt = signInPathHere();
    const stepBefore = session.get().record?.onboardingstep;
    try {
      const saved = await keyed([step, body], (key) =>
        send(() => call(onboarding.saveStep, { params: { n: step }, body }, { key, signInAt })),
      );
      const interstitial = saved.interstitial ?? answered?.interstitial ?? null;
      await continueAfterSave({ ...saved, interstitial }, hrefAfter(saved), from);
    } catch (error) {
      if (!isStepConflict(error)) throw error;
      await goToCurrentStep();
    }

    function hrefAfter({ onboarding: record, view }: StepSaved): string {
      const href = next(record, view);
      if (answered && record.onboardingstep === stepBefore) return answered.next;
      return advancesVisit(record, step, stepBefore) ? stepHref(record.onboardingstep) : href;
    }
  };
}
