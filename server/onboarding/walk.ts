import { checkoutStep, reviewStep } from "./visit/steps.ts";

/** Where a patient may be in her flow. */
export interface StepProgress {
  /** Every step of the flow, open or not; places are compared in it. */
  readonly order: readonly number[];
  /** The open steps in the order she goes. */
  readonly open: readonly number[];
  /** The step she reached and did not complete yet; everything before it was completed once. */
  readonly furthest: number;
  /** Whether all a step asks for is there now. */
  readonly met: (step: number) => boolean;
}

const position = (progress: StepProgress, step: number) => progress.order.indexOf(step);

/** The first open step that is not completed: an edit that opens an earlier question leads back to it. */
export function currentStep(progress: StepProgress): number {
  const done = (step: number) => progress.met(step) && position(progress, step) < position(progress, progress.furthest);
  return progress.open.find((step) => !done(step)) ?? progress.furthest;
}

/** `open`: she may see and save it · `ahead`: not yet · `unknown`: no step of her visit. */
export function stepAccess(progress: StepProgress, step: number): "open" | "ahead" | "unknown" {
  const current = currentStep(progress);
  if (position(progress, step) < 0) return "unknown";
  if (!progress.open.includes(step))
    return position(progress, step) > position(progress, current) ? "ahead" : "unknown";
  if (progress.open.indexOf(step) <= progress.open.indexOf(current)) return "open";
  if (current === reviewStep && step === checkoutStep) return "open";
  // A choice to be made again stands behind the questions, but she has seen it.
  const wasCompleted =
    position(progress, step) < position(progress, progress.furthest) &&
    position(progress, step) < position(progress, current);
  return wasCompleted ? "open" : "ahead";
}

/** How far she is once `step` is complete. */
export function furthestStepAfter(progress: StepProgress, step: number): number {
  if (position(progress, step) < position(progress, progress.furthest)) return progress.furthest;
  return (
    progress.order.find(
      (next) => position(progress, next) > position(progress, step) && progress.open.includes(next),
    ) ?? progress.furthest
  );
}

/** How far she is in another order of steps: before the first step she has not both completed and filled. */
export function furthestStepIn(next: Omit<StepProgress, "furthest">, before: StepProgress): number {
  const completed = (step: number) => {
    const index = position(before, step);
    return index >= 0 && index < position(before, before.furthest) && next.met(step);
  };
  return next.order.find((step) => next.open.includes(step) && !completed(step)) ?? before.furthest;
}

export function adjacentSteps(progress: StepProgress, step: number): { previous: number | null; next: number | null } {
  const index = progress.open.indexOf(step);
  const [previous, next] = index < 0 ? [undefined, undefined] : [progress.open[index - 1], progress.open[index + 1]];
  // The account is made once; nobody goes back to it.
  return { previous: previous === undefined || previous === 1 ? null : previous, next: next ?? null };
}
