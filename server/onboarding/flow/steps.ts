import type * as z from "zod/mini";
import type { ScreenKind } from "#contract/onboarding/steps.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { Flow } from "./flow.ts";

/** Identity in manual review: entered by the server, so content never names it. */
export const reviewStep = 5.4;
export const identityStep = 5;
export const checkoutStep = 6;
export const finishStep = 7;
export const revealStep = 3;
const addonStep = 4;

/** Which conditional steps are open for the patient. */
export interface ConditionalSteps {
  /** 1.5: state or birthday was missing. */
  readonly details: boolean;
  /** 3.1: an answer raised a clarification. */
  readonly clarifications: boolean;
  /** 5.1, 5.2 and 5.4: a person has to look at the patient's identity. */
  readonly review: boolean;
}

const stepConditions: Readonly<Record<number, keyof ConditionalSteps>> = {
  1.5: "details",
  3.1: "clarifications",
  5.1: "review",
  5.2: "review",
  [reviewStep]: "review",
};

/** Every step of a flow in its order, with the review right before checkout. */
export function flowStepOrder(flow: Pick<Flow, "steps">): number[] {
  return flow.steps.flatMap((step) => (step === checkoutStep ? [reviewStep, checkoutStep] : [step]));
}

/** The steps of the flow that are open for the patient, in order. */
export function openSteps(flow: Pick<Flow, "steps">, conditionalSteps: ConditionalSteps): number[] {
  return flowStepOrder(flow).filter((step) => {
    const condition = stepConditions[step];
    return condition === undefined || conditionalSteps[condition];
  });
}

/** The order of steps once the choice must be made again: the questions first, then the reveal. */
export function withRevealAfterQuestions(steps: readonly number[]): number[] {
  return steps.flatMap((step) => (step === revealStep ? [] : step === addonStep ? [revealStep, addonStep] : [step]));
}

export const asksQuestions = (step: number): boolean => step >= 2 && step < 4 && step !== revealStep;

export interface StepKind {
  readonly kind: z.output<typeof ScreenKind>;
  readonly title: Sentence;
  readonly description?: Sentence;
}

const stepKinds: Readonly<Record<number, StepKind>> = {
  1: { kind: "account", title: sentence("onboarding.step_account") },
  1.5: {
    kind: "details",
    title: sentence("onboarding.step_details"),
    description: sentence("onboarding.step_details_text"),
  },
  3: { kind: "options", title: sentence("onboarding.step_options") },
  4: { kind: "addons", title: sentence("onboarding.step_addons") },
  5: {
    kind: "identity",
    title: sentence("onboarding.step_identity"),
    description: sentence("onboarding.step_identity_text"),
  },
  5.1: { kind: "photo", title: sentence("onboarding.step_photo") },
  5.2: { kind: "selfie", title: sentence("onboarding.step_selfie") },
  5.4: {
    kind: "review",
    title: sentence("onboarding.step_review"),
    description: sentence("onboarding.step_review_text"),
  },
  6: { kind: "checkout", title: sentence("onboarding.step_checkout") },
  7: { kind: "finish", title: sentence("onboarding.step_checkout") },
};

/** How the interface shows a step that asks no health questions. */
export const stepKind = (step: number): StepKind =>
  stepKinds[step] ?? { kind: "questions", title: sentence("onboarding.step_questions") };

/** Where a patient may be in the flow. */
export interface StepProgress {
  /** Every step of the flow, open or not; positions are compared in it. */
  readonly order: readonly number[];
  /** The open steps in the order the patient takes them. */
  readonly open: readonly number[];
  /** The step the patient reached and has not completed; everything before it was completed once. */
  readonly furthest: number;
  /** Whether everything a step asks for is there at present. */
  readonly isStepFilled: (step: number) => boolean;
}

const position = (progress: StepProgress, step: number) => progress.order.indexOf(step);

/** The first open step that is not completed: an edit that opens an earlier question leads back to it. */
export function currentStep(progress: StepProgress): number {
  const done = (step: number) =>
    progress.isStepFilled(step) && position(progress, step) < position(progress, progress.furthest);
  return progress.open.find((step) => !done(step)) ?? progress.furthest;
}

/** `open`: the patient may see and save it · `ahead`: not yet · `unknown`: no step of their visit. */
export function stepAccess(progress: StepProgress, step: number): "open" | "ahead" | "unknown" {
  const current = currentStep(progress);
  if (position(progress, step) < 0) return "unknown";
  if (!progress.open.includes(step))
    return position(progress, step) > position(progress, current) ? "ahead" : "unknown";
  if (progress.open.indexOf(step) <= progress.open.indexOf(current)) return "open";
  if (current === reviewStep && step === checkoutStep) return "open";
  // A choice to be made again comes after the questions, but the patient has seen it.
  const wasCompleted =
    position(progress, step) < position(progress, progress.furthest) &&
    position(progress, step) < position(progress, current);
  return wasCompleted ? "open" : "ahead";
}

/** How far the patient is once `step` is complete. */
export function furthestStepAfter(progress: StepProgress, step: number): number {
  if (position(progress, step) < position(progress, progress.furthest)) return progress.furthest;
  return (
    progress.order.find(
      (next) => position(progress, next) > position(progress, step) && progress.open.includes(next),
    ) ?? progress.furthest
  );
}

/** How far the patient is in another order of steps: before the first step not both completed and filled. */
export function furthestStepIn(next: Omit<StepProgress, "furthest">, before: StepProgress): number {
  const completed = (step: number) => {
    const index = position(before, step);
    return index >= 0 && index < position(before, before.furthest) && next.isStepFilled(step);
  };
  return next.order.find((step) => next.open.includes(step) && !completed(step)) ?? before.furthest;
}

export function adjacentSteps(progress: StepProgress, step: number): { previous: number | null; next: number | null } {
  const index = progress.open.indexOf(step);
  const [previous, next] = index < 0 ? [undefined, undefined] : [progress.open[index - 1], progress.open[index + 1]];
  // The account is created once, so nobody goes back to it.
  return { previous: previous === undefined || previous === 1 ? null : previous, next: next ?? null };
}
