import type { FollowupStep } from "#contract/followup.ts";
import type { Stop } from "#contract/questions.ts";
import { answeredByItself, type Answers, withAnswers, wishId } from "./questions.ts";

/** The calls of one review; steps by number. */
export interface Steps {
  readonly step: (n: number) => Promise<FollowupStep>;
  readonly previous: (n: number) => Promise<FollowupStep>;
  readonly save: (n: number, answers: Answers) => Promise<FollowupStep>;
}

/** Where a walk came to. */
export interface Walked {
  readonly step: FollowupStep;
  /** Something she told cannot wait, and she has not passed it yet. */
  readonly stop: Stop | null;
}

/** More steps than any review has: what answers itself for ever is a mistake of the content. */
const most = 99;

/** Opens a step, or the first one after it that has to be asked. */
export async function openAt(steps: Steps, n: number): Promise<Walked> {
  const step = await steps.step(n);
  const before = asksForWish(step) && step.previousstep !== null ? await steps.previous(step.step) : null;
  return goOn(steps, step, before);
}

/** Saves what she answered and goes on to the next step that has to be asked. */
export async function answerStep(steps: Steps, step: FollowupStep, answers: Answers): Promise<Walked> {
  return goOn(steps, await steps.save(step.step, answers), withAnswers(step, answers));
}

async function goOn(steps: Steps, reached: FollowupStep, before: FollowupStep | null): Promise<Walked> {
  let step = reached;
  let last = before;
  let { stop } = reached;
  for (let turn = 0; turn < most; turn += 1) {
    const answers = answeredByItself(step, last);
    if (!answers) return { step, stop };
    last = withAnswers(step, answers);
    step = await steps.save(step.step, answers);
    stop ??= step.stop;
  }
  throw new Error("The review does not come to a question");
}

/** The step before that was asked, as she answered it; null on the first. */
export async function stepBack(steps: Steps, { step: n, previousstep }: FollowupStep): Promise<FollowupStep | null> {
  if (previousstep === null) return null;
  const step = await steps.previous(n);
  const answers = answeredByItself(step, null);
  if (answers) return stepBack(steps, step);
  if (!asksForWish(step) || step.previousstep === null) return step;
  const before = await steps.previous(step.step);
  return answeredByItself(step, before) ? before : step;
}

const asksForWish = ({ questions }: FollowupStep): boolean => questions.some(({ id }) => id === wishId);
