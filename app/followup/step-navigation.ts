import type { FollowupStep } from "#contract/followup.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { automaticAnswers, type Answers, withAnswers, formPreferenceId } from "./questions.ts";

/** The calls of one review; steps by number. */
export interface StepCalls {
  readonly step: (n: number) => Promise<FollowupStep>;
  readonly previous: (n: number) => Promise<FollowupStep>;
  readonly save: (n: number, answers: Answers) => Promise<FollowupStep>;
}

/** Where a walk came to. */
export interface StepPosition {
  readonly step: FollowupStep;
  /** Something she told cannot wait, and she has not passed it yet. */
  readonly stop: ScreeningStop | null;
}

/** More steps than any review has: what answers itself for ever is a mistake of the content. */
const maxAutomaticSteps = 99;

/** Opens a step, or the first one after it that has to be asked. */
export async function openAt(steps: StepCalls, n: number): Promise<StepPosition> {
  const step = await steps.step(n);
  const before = asksFormPreference(step) && step.previousstep !== null ? await steps.previous(step.step) : null;
  return skipAutomaticSteps(steps, step, before);
}

/** Saves what she answered and goes on to the next step that has to be asked. */
export async function answerStep(steps: StepCalls, step: FollowupStep, answers: Answers): Promise<StepPosition> {
  return skipAutomaticSteps(steps, await steps.save(step.step, answers), withAnswers(step, answers));
}

async function skipAutomaticSteps(
  steps: StepCalls,
  reachedStep: FollowupStep,
  before: FollowupStep | null,
): Promise<StepPosition> {
  let step = reachedStep;
  let last = before;
  let { stop } = reachedStep;
  for (let count = 0; count < maxAutomaticSteps; count += 1) {
    const answers = automaticAnswers(step, last);
    if (!answers) return { step, stop };
    last = withAnswers(step, answers);
    step = await steps.save(step.step, answers);
    stop ??= step.stop;
  }
  throw new Error("The review does not come to a question");
}

/** The step before that was asked, as she answered it; null on the first. */
export async function previousAskedStep(
  steps: StepCalls,
  { step: n, previousstep }: FollowupStep,
): Promise<FollowupStep | null> {
  if (previousstep === null) return null;
  const step = await steps.previous(n);
  const answers = automaticAnswers(step, null);
  if (answers) return previousAskedStep(steps, step);
  if (!asksFormPreference(step) || step.previousstep === null) return step;
  const before = await steps.previous(step.step);
  return automaticAnswers(step, before) ? before : step;
}

const asksFormPreference = ({ questions }: FollowupStep): boolean =>
  questions.some(({ id }) => id === formPreferenceId);
