import type { OnboardingRecord, StepView } from "#contract/onboarding.ts";

type VisitSteps = Pick<OnboardingRecord, "steps" | "onboardingstep" | "onboardingstatus">;

/** Page that shows a step. Spec §2.2, with add-ons and the manual review of an identity where a patient left them. */
export function stepPath(step: number): string {
  if (step < 1.5) return "/eligibility";
  if (step < 3 || step === 3.1) return "/health-questions";
  if (step < 4) return "/treatment-options";
  if (step < 5) return "/treatment-addons";
  if (step < 6 && step !== 5.4) return "/identity-verification";
  return "/checkout";
}

/** Place of a step in the order of her flow; a step outside of it (5.4) comes after the steps of its section. */
export function stepPosition({ steps }: Pick<VisitSteps, "steps">, step: number): number {
  const index = steps.indexOf(step);
  if (index >= 0) return index;
  const before = steps.findLastIndex((each) => Math.floor(each) === Math.floor(step) && each < step);
  return before >= 0 ? before + 0.5 : steps.filter((each) => each < step).length - 0.5;
}

export const isAhead = (visit: VisitSteps, step: number): boolean =>
  stepPosition(visit, step) > stepPosition(visit, visit.onboardingstep);

/** Number of a screen within its step from 1, or the last one. */
export type ScreenNumber = number | "last";

/** Address of a step. Numbers only: no word about health belongs in an address. */
export function stepHref(step: number, page?: ScreenNumber): string {
  const query = new URLSearchParams({ at: String(step), ...(page !== undefined && { page: String(page) }) });
  return `${stepPath(step)}?${query}`;
}

export interface RequestedStep {
  readonly step: number | null;
  readonly page: ScreenNumber | null;
}

/** What an address asks for; anything malformed asks for nothing. */
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

/** Paying (7) happens on the checkout's screen (6): saving the one must not take the other away. */
const stepShown = (step: number): number => (step === 7 ? 6 : step);

/** Step a page shows, or the address to go to instead: never ahead of her, never a step of another page. */
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

/** Which screen of a step to show: the one asked for, else where she left off. */
export function resolveScreen(view: Pick<StepView, "screens" | "currentscreen">, page: ScreenNumber | null): number {
  const last = Math.max(view.screens.length - 1, 0);
  if (page === "last") return last;
  if (page !== null) return Math.min(page - 1, last);
  const current = view.screens.findIndex((screen) => screen.id === view.currentscreen);
  return current < 0 ? 0 : current;
}

/** Where Continue leads: the next screen of the step, else the next step, but never ahead of her. */
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
 * Saving the step she stood at completed it: she goes on to where she stands now. That is not always the step behind it: a choice
 * made again stands before questions she has answered since.
 */
export const advancesVisit = (saved: VisitSteps, step: number, previousStep: number | undefined): boolean =>
  previousStep === step && saved.onboardingstep !== step;

/** Where Back leads: the screen before, else the step before; null on the first one after the account. */
export function previousHref(view: Pick<StepView, "step" | "previousstep">, screen = 0): string | null {
  if (screen > 0) return stepHref(view.step, screen);
  if (view.previousstep === null || view.previousstep < 1.5) return null;
  return stepHref(view.previousstep, "last");
}
