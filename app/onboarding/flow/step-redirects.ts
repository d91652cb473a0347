import type { OnboardingRecord } from "#contract/onboarding/record.ts";

/** The fields of the onboarding record that guards need. */
export type StepRecord = Pick<
  OnboardingRecord,
  "onboardingstep" | "onboardingstatus" | "birthday" | "nonrxmedicationonly" | "steps"
>;

const isQuestionStep = (step: number) => (step >= 2 && step < 3) || step === 1.5 || step === 3.1;

/** The page a PENDING patient continues at (spec §2.2, onboarding guard). */
export function stepPath(step: number): string {
  if (isQuestionStep(step)) return "/health-questions";
  if (step >= 6 || step === 5.4) return "/checkout";
  if (step >= 5) return "/identity-verification";
  if (step >= 3) return "/treatment-options";
  return "/eligibility";
}

/** Where `/redirect/` leads (spec §2.2). It differs from the guard at 5.4 and leaves the rest to `/`. */
export function redirectPath(record: StepRecord): string {
  const step = record.onboardingstep;
  if (step === 1) return "/eligibility";
  if (isQuestionStep(step)) return "/health-questions";
  if (step >= 3 && step < 5) return "/treatment-options";
  if (step >= 5 && step < 6) return "/identity-verification";
  if (step >= 6 && record.onboardingstatus !== "DONE") return "/checkout";
  return "/";
}

const showsStep: Readonly<Record<string, (step: number) => boolean>> = {
  "/health-questions": isQuestionStep,
  "/treatment-options": (step) => step >= 3 && step < 4 && step !== 3.1,
  "/treatment-addons": (step) => step >= 4 && step < 5,
  "/identity-verification": (step) => step >= 5 && step < 6,
  "/checkout": (step) => step >= 6 || step === 5.4,
};

/**
 * Whether a PENDING patient may see a page of the visit: the current one and every earlier one, in the order of their flow. A flow without the
 * patient's step is read in numeric order.
 */
export function isStepReached(path: string, record: StepRecord): boolean {
  const showsThisStep = showsStep[path];
  if (!showsThisStep) return false;
  const { onboardingstep: now, steps } = record;
  if (showsThisStep(now) || stepPath(now) === path) return true;
  const index = steps.indexOf(now);
  if (index >= 0) return steps.slice(0, index).some(showsThisStep);
  return steps.some((step) => step < now && showsThisStep(step));
}
