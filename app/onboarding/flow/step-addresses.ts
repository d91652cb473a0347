import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { StepView } from "#contract/onboarding/steps.ts";

type VisitSteps = Pick<OnboardingRecord, "steps" | "onboardingstep" | "onboardingstatus">;

/** The page that shows a step. Spec §2.2, including add-ons and manual identity review for patients who left off there. */
export function stepPath(step: number): string {
  if (step < 1.5) return "/eligibility";
  if (step < 3 || step === 3.1) return "/health-questions";
  if (step < 4) return "/treatment-options";
  if (step < 5) return "/treatment-addons";
  if (step < 6 && step !== 5.4) return "/identity-verification";
  return "/checkout";
}

/** Position of a step in its flow; a step outside it (5.4) comes after the steps of its section. */
export function stepPosition({ steps }: Pick<VisitSteps, "steps">, step: number): number {
  const index = steps.indexOf(step);
  if (index >= 0) return index;
  const before = steps.findLastIndex((each) => Math.floor(each) === Math.floor(step) && each < step);
  return before >= 0 ? before + 0.5 : steps.filter((each) => each < step).length - 0.5;
}

export const isAhead = (visit: VisitSteps, step: number): boolean =>
  stepPosition(visit, step) > stepPosition(visit, visit.onboardingstep);

/** 1-based number of a screen within its step, or the last one. */
export type ScreenNumber = number | "last";

/** URL of a step. Numbers only: no health information belongs in a URL. */
export function stepHref(step: number, page?: ScreenNumber): string {
  const query = new URLSearchParams({ at: String(step), ...(page !== undefined && { page: String(page) }) });
  return `${stepPath(step)}?${query}`;
}

export interface RequestedStep {
  readonly step: number | null;
  readonly page: ScreenNumber | null;
}

/** The step and screen a query string asks for; malformed values count as missing. */
export function requestedStep(search: string): RequestedStep {
  const query = new URLSearchParams(search);
  const step = Number(query.get("at") ?? Number.NaN);
  const page = query.get("page");
  const number = Number(page);
  return {
    step: step >= 1 && step <= 7 ? step : null,
    page: page === "last" ? "last" : Number.isInteger(number) && number >= 1 ? number : null,
  };
}

/** Paying (7) happens on the checkout screen (6): saving step 6 must not navigate away from it. */
const stepShown = (step: number): number => (step === 7 ? 6 : step);

/** The step a page shows, or the URL to go to instead: never ahead of the current step, never another page's step. */
export function resolveStep(
  visit: VisitSteps,
  path: string,
  requested: number | null,
): { step: number } | { goTo: string } {
  const currentStep = visit.onboardingstep;
  if (requested !== null) {
    if (!visit.steps.includes(requested) && requested !== currentStep) return { goTo: stepHref(currentStep) };
    if (isAhead(visit, requested)) return { goTo: stepHref(currentStep) };
    return stepPath(requested) === path ? { step: stepShown(requested) } : { goTo: stepHref(requested) };
  }
  if (stepPath(currentStep) === path) return { step: stepShown(currentStep) };
  // The redirect rules name /treatment-options for all of 3 to <5, so step 4 resumes from there.
  if (path === "/treatment-options" && currentStep === 4) return { goTo: stepHref(4) };
  const first = visit.steps.find((step) => stepPath(step) === path && !isAhead(visit, step));
  return first === undefined ? { goTo: stepHref(currentStep) } : { step: first };
}

/** The screen of a step to show: the requested one, else where the patient left off. */
export function resolveScreen(view: Pick<StepView, "screens" | "currentscreen">, page: ScreenNumber | null): number {
  const last = Math.max(view.screens.length - 1, 0);
  if (page === "last") return last;
  if (page !== null) return Math.min(page - 1, last);
  const current = view.screens.findIndex((screen) => screen.id === view.currentscreen);
  return current < 0 ? 0 : current;
}

/** Where Continue leads: the next screen of the step, else the next step, but never beyond the current step. */
export function nextHref(
  visit: VisitSteps,
  view: Pick<StepView, "step" | "nextstep" | "screens">,
  screenId?: string,
): string {
  const index = view.screens.findIndex((screen) => screen.id === screenId);
  if (index >= 0 && index + 1 < view.screens.length) return stepHref(view.step, index + 2);
  if (view.nextstep === null || isAhead(visit, view.nextstep)) return stepHref(visit.onboardingstep);
  return stepHref(view.nextstep);
}

/**
 * Saving the current step completed it, so the visit goes on to the new current step. That is not always the following one: after a
 * repeated choice, questions answered since are skipped.
 */
export const advancesVisit = (saved: VisitSteps, step: number, previousStep: number | undefined): boolean =>
  previousStep === step && saved.onboardingstep !== step;

/** Where Back leads: the previous screen, else the previous step; null on the first one after sign-up. */
export function previousHref(view: Pick<StepView, "step" | "previousstep">, screen = 0): string | null {
  if (screen > 0) return stepHref(view.step, screen);
  if (view.previousstep === null || view.previousstep < 1.5) return null;
  return stepHref(view.previousstep, "last");
}
