import type { FollowupStep } from "#contract/followup.ts";
import type { ScreeningStop } from "#contract/onboarding/questions.ts";
import { automaticAnswers, type Answers, withAnswers, formPreferenceId } from "./questions.ts";

/** The API calls of one follow-up; steps by number. */
export interface StepCalls {
  readonly step: (n: number) => Promise<FollowupStep>;
  readonly previous: (n: number) => Promise<FollowupStep>;
  readonly save: (n: number, answers: Answers) => Promise<FollowupStep>;
}

/** The step reached. */
export interface StepPosition {
  readonly step: FollowupStep;
  /** A safety stop triggered by an answer and not read yet. */
  readonly stop: ScreeningStop | null;
}

/** More steps than any follow-up has: an endless run of automatic answers is an error in the content. */
const maxAutomaticSteps = 99;

/** Opens a step, or the next one after it that has to be asked. */
export async function openAt(steps: StepCalls, n: number): Promise<StepPosition> {
  const step = await steps.step(n);
  const before = asksFormPreference(step) && step.previousstep !== null ? await steps.previous(step.step) : null;
  return skipAutomaticSteps(steps, step, before);
}

/** Saves the answers and goes on to the next step that has to be asked. */
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
    if (!answers || step.interrupted) return { step, stop };
    last = withAnswers(step, answers);
    step = await steps.save(step.step, answers);
    stop ??= step.stop;
  }
  throw new Error("The review does not come to a question");
}

/** The previous step that was asked, with its answers; null on the first. */
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
