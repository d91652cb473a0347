import type { OnboardingRecord, StepView } from "#contract/onboarding.ts";

type Visit = Pick<OnboardingRecord, "steps" | "onboardingstep" | "onboardingstatus">;

/** Page that shows a step. Spec §2.2, with add-ons and the manual review of an identity where a patient left them. */
export function pathOfStep(step: number): string {
  if (step < 1.5) return "/eligibility";
  if (step < 3 || step === 3.1) return "/health-questions";
  if (step < 4) return "/treatment-options";
  if (step < 5) return "/treatment-addons";
  if (step < 6 && step !== 5.4) return "/identity-verification";
  return "/checkout";
}

/** Place of a step in the order of her flow; a step outside of it (5.4) comes after the steps of its section. */
export function positionOf({ steps }: Pick<Visit, "steps">, step: number): number {
  const index = steps.indexOf(step);
  if (index >= 0) return index;
  const before = steps.findLastIndex((each) => Math.floor(each) === Math.floor(step) && each < step);
  return before >= 0 ? before + 0.5 : steps.filter((each) => each < step).length - 0.5;
}

export const isAhead = (visit: Visit, step: number): boolean =>
  positionOf(visit, step) > positionOf(visit, visit.onboardingstep);

/** Number of a screen within its step from 1, or the last one. */
export type Page = number | "last";

/** Address of a step. Numbers only: no word about health belongs in an address. */
export function hrefOf(step: number, page?: Page): string {
  const query = new URLSearchParams({ at: String(step), ...(page !== undefined && { page: String(page) }) });
  return `${pathOfStep(step)}?${query}`;
}

export interface Asked {
  readonly step: number | null;
  readonly page: Page | null;
}

/** What an address asks for; anything malformed asks for nothing. */
export function askedBy(search: string): Asked {
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
const screenOf = (step: number): number => (step === 7 ? 6 : step);

/** Step a page shows, or the address to go to instead: never ahead of her, never a step of another page. */
export function stepToShow(visit: Visit, path: string, asked: number | null): { step: number } | { goTo: string } {
  const hers = visit.onboardingstep;
  if (asked !== null) {
    if (!visit.steps.includes(asked) && asked !== hers) return { goTo: hrefOf(hers) };
    if (isAhead(visit, asked)) return { goTo: hrefOf(hers) };
    return pathOfStep(asked) === path ? { step: screenOf(asked) } : { goTo: hrefOf(asked) };
  }
  if (pathOfStep(hers) === path) return { step: screenOf(hers) };
  // The redirect rules name /treatment-options for all of 3 to <5, so step 4 resumes from there.
  if (path === "/treatment-options" && hers === 4) return { goTo: hrefOf(4) };
  const first = visit.steps.find((step) => pathOfStep(step) === path && !isAhead(visit, step));
  return first === undefined ? { goTo: hrefOf(hers) } : { step: first };
}

/** Which screen of a step to show: the one asked for, else where she left off. */
export function screenToShow(view: Pick<StepView, "screens" | "currentscreen">, page: Page | null): number {
  const last = Math.max(view.screens.length - 1, 0);
  if (page === "last") return last;
  if (page !== null) return Math.min(page - 1, last);
  const current = view.screens.findIndex((screen) => screen.id === view.currentscreen);
  return current < 0 ? 0 : current;
}

/** Where Continue leads: the next screen of the step, else the next step, but never ahead of her. */
export function nextHref(
  visit: Visit,
  view: Pick<StepView, "step" | "nextstep" | "screens">,
  screenId?: string,
): string {
  const index = view.screens.findIndex((screen) => screen.id === screenId);
  if (index >= 0 && index + 1 < view.screens.length) return hrefOf(view.step, index + 2);
  if (view.nextstep === null || isAhead(visit, view.nextstep)) return hrefOf(visit.onboardingstep);
  return hrefOf(view.nextstep);
}

/**
 * Saving the step she stood at completed it: she goes on to where she stands now. That is not always the step behind it: a choice
 * made again stands before questions she has answered since.
 */
export const movesHerOn = (saved: Visit, step: number, stoodAt: number | undefined): boolean =>
  stoodAt === step && saved.onboardingstep !== step;

/** Where Back leads: the screen before, else the step before; null on the first one after the account. */
export function previousHref(view: Pick<StepView, "step" | "previousstep">, screen = 0): string | null {
  if (screen > 0) return hrefOf(view.step, screen);
  if (view.previousstep === null || view.previousstep < 1.5) return null;
  return hrefOf(view.previousstep, "last");
}
