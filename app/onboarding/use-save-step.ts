import { useQueryClient } from "@tanstack/react-query";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import { isApiError } from "#app/api/api-error.ts";
import { randomId } from "#app/api/random.ts";
import { sessionOverPath } from "#app/api/client.ts";
import { session } from "#app/api/session.ts";
import type { Input, Output } from "#contract/endpoint.ts";
import { onboarding, type OnboardingRecord, type StepView } from "#contract/onboarding.ts";
import { noteStep } from "./events.ts";
import { useInterstitial } from "./interstitial-host.tsx";
import type { AnswerNotice } from "./notice-page.tsx";
import { askedBy, hrefOf, movesHerOn, nextHref } from "./places.ts";
import { queries, useGoToHerStep, useKeep } from "./queries.ts";

export type StepBody = Input<typeof onboarding.saveStep>["body"];
export type StepSaved = Output<typeof onboarding.saveStep>;

/** Another tab or device has moved on, or the visit has been stopped: the record says where she belongs. */
export const movedOn = (error: unknown): boolean =>
  isApiError(error) && ["step_ahead", "step_completed", "visit_stopped"].includes(error.code);

/** A session that ends in mid-visit leads back here after sign-in. */
export const signInAt = (): string =>
  `${sessionOverPath}&redirectTo=${encodeURIComponent(location.pathname + location.search)}`;

/** Goes on after a change: tells what is to be told, then shows the next screen, loaded beforehand. */
export function useGoOn() {
  const cache = useQueryClient();
  const keep = useKeep();
  const show = useInterstitial();
  return async (saved: Omit<StepSaved, "order">, href: string) => {
    const { notices, emergency, interstitial, view } = saved;
    const stop = saved.onboarding.stop ?? saved.stop;
    keep({ ...saved.onboarding, stop }, view);
    if (!stop) {
      const step = askedBy(href.slice(href.indexOf("?"))).step;
      if (step !== view.step) noteStep(view.step);
      if (step !== null) void cache.prefetchQuery(queries.step(step));
    }
    if (emergency || notices.length > 0) {
      const { title: about, progress } = view;
      const state: AnswerNotice = { notices, emergency, about, progress, next: href, interstitial };
      return navigate(location.pathname + location.search, { replace: true, state });
    }
    if (stop) return;
    await show(interstitial);
    navigate(href);
  };
}

/** Saves a step and goes on. Resolves also when she was led elsewhere; throws what the form shows. */
export function useSaveStep(step: number) {
  const goOn = useGoOn();
  const goToHerStep = useGoToHerStep();
  return async (
    body: StepBody,
    next: (record: OnboardingRecord, view: StepView) => string = (record, view) => nextHref(record, view),
    send: (run: () => Promise<StepSaved>) => Promise<StepSaved> = (run) => run(),
  ): Promise<void> => {
    const options = { key: randomId(), signInAt: signInAt() };
    const stoodAt = session.get().record?.onboardingstep;
    try {
      const saved = await send(() => call(onboarding.saveStep, { params: { n: step }, body }, options));
      const following = next(saved.onboarding, saved.view);
      await goOn(
        saved,
        movesHerOn(saved.onboarding, step, stoodAt) ? hrefOf(saved.onboarding.onboardingstep) : following,
      );
    } catch (error) {
      if (!movedOn(error)) throw error;
      await goToHerStep();
    }
  };
}
