import { checkoutStep, reviewStep } from "./steps.ts";

/** Where a patient may be in her flow. */
export interface Walk {
  /** Every step of the flow, open or not; places are compared in it. */
  readonly order: readonly number[];
  /** The open steps in the order she goes. */
  readonly open: readonly number[];
  /** The step she reached and did not complete yet; everything before it was completed once. */
  readonly furthest: number;
  /** Whether all a step asks for is there now. */
  readonly met: (step: number) => boolean;
}

const place = (walk: Walk, step: number) => walk.order.indexOf(step);

/** The first open step that is not completed: an edit that opens an earlier question leads back to it. */
export function currentStep(walk: Walk): number {
  const done = (step: number) => walk.met(step) && place(walk, step) < place(walk, walk.furthest);
  return walk.open.find((step) => !done(step)) ?? walk.furthest;
}

/** `open`: she may see and save it · `ahead`: not yet · `unknown`: no step of her visit. */
export function accessTo(walk: Walk, step: number): "open" | "ahead" | "unknown" {
  const current = currentStep(walk);
  if (place(walk, step) < 0) return "unknown";
  if (!walk.open.includes(step)) return place(walk, step) > place(walk, current) ? "ahead" : "unknown";
  if (walk.open.indexOf(step) <= walk.open.indexOf(current)) return "open";
  if (current === reviewStep && step === checkoutStep) return "open";
  // A choice to be made again stands behind the questions, but she has seen it.
  const wasCompleted = place(walk, step) < place(walk, walk.furthest) && place(walk, step) < place(walk, current);
  return wasCompleted ? "open" : "ahead";
}

/** How far she is once `step` is complete. */
export function furthestAfter(walk: Walk, step: number): number {
  if (place(walk, step) < place(walk, walk.furthest)) return walk.furthest;
  return walk.order.find((next) => place(walk, next) > place(walk, step) && walk.open.includes(next)) ?? walk.furthest;
}

/** How far she is in another order of steps: before the first step she has not both completed and filled. */
export function furthestIn(next: Omit<Walk, "furthest">, before: Walk): number {
  const completed = (step: number) => {
    const at = place(before, step);
    return at >= 0 && at < place(before, before.furthest) && next.met(step);
  };
  return next.order.find((step) => next.open.includes(step) && !completed(step)) ?? before.furthest;
}

export function neighbours(walk: Walk, step: number): { previous: number | null; next: number | null } {
  const at = walk.open.indexOf(step);
  const [previous, next] = at < 0 ? [undefined, undefined] : [walk.open[at - 1], walk.open[at + 1]];
  // The account is made once; nobody goes back to it.
  return { previous: previous === undefined || previous === 1 ? null : previous, next: next ?? null };
}
