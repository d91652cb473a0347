import { describe, expect, test } from "vitest";
import {
  openSteps,
  flowStepOrder,
  withRevealAfterQuestions,
  stepAccess,
  currentStep,
  furthestStepAfter,
  furthestStepIn,
  adjacentSteps,
  type StepProgress,
} from "./steps.ts";

const questionsFirst = { steps: [1, 1.5, 2, 2.1, 3.1, 3, 4, 5, 5.1, 5.2, 6, 7] as never };
const revealFirst = { steps: [1, 1.5, 3, 2, 2.1, 3.1, 4, 5, 5.1, 5.2, 6, 7] as never };
const noConditionalSteps = { details: false, clarifications: false, review: false };

/** Progress in which every step but those in `unmet` has everything it asks for. */
function stepProgress(
  furthest: number,
  unmet: readonly number[] = [],
  conditionalSteps = noConditionalSteps,
  flow = questionsFirst,
): StepProgress {
  return {
    order: flowStepOrder(flow),
    open: openSteps(flow, conditionalSteps),
    furthest,
    isStepFilled: (step) => !unmet.includes(step),
  };
}

describe("§4 order of the steps", () => {
  test("the review comes before checkout, though content never names it", () => {
    expect(flowStepOrder(questionsFirst).slice(-5)).toEqual([5.1, 5.2, 5.4, 6, 7]);
  });
  test("conditional steps are open only when asked for", () => {
    expect(openSteps(questionsFirst, noConditionalSteps)).toEqual([1, 2, 2.1, 3, 4, 5, 6, 7]);
    expect(openSteps(questionsFirst, { details: true, clarifications: true, review: true })).toEqual(
      flowStepOrder(questionsFirst),
    );
  });
  test("a choice to be made again comes after the questions", () => {
    expect(withRevealAfterQuestions([1, 3, 2, 2.1, 4, 5])).toEqual([1, 2, 2.1, 3, 4, 5]);
  });
});

describe("§2.2 the current step", () => {
  test("is the step reached, while everything before it is complete", () => {
    expect(currentStep(stepProgress(3))).toBe(3);
  });
  test("is an earlier step that is incomplete again", () => {
    expect(currentStep(stepProgress(6, [2.1]))).toBe(2.1);
  });
  test("is an earlier step that has opened since", () => {
    expect(currentStep(stepProgress(6, [3.1], { ...noConditionalSteps, clarifications: true }))).toBe(3.1);
  });
  test.each([
    [2, "open"],
    [3, "open"],
    [4, "ahead"],
    [5.1, "ahead"],
    [1.5, "unknown"],
    [2.8, "unknown"],
  ] as const)("at step 3, step %d is %s", (step, access) => {
    expect(stepAccess(stepProgress(3), step)).toBe(access);
  });
  test("step 5.4 lets the patient go to checkout meanwhile, but not pay without it", () => {
    const review = stepProgress(5.4, [], { ...noConditionalSteps, review: true });
    expect([stepAccess(review, 6), stepAccess(review, 7)]).toEqual(["open", "ahead"]);
  });
  test("a choice to be made again can still be viewed during the questions", () => {
    const base = stepProgress(2.1, [3], noConditionalSteps, revealFirst);
    const again = { ...base, open: withRevealAfterQuestions(base.open) };
    expect([currentStep(again), stepAccess(again, 3), stepAccess(again, 4)]).toEqual([2.1, "open", "ahead"]);
  });
});

describe("going on", () => {
  test("completing the step reached opens the next open one", () => {
    expect(furthestStepAfter(stepProgress(2.1), 2.1)).toBe(3);
    expect(furthestStepAfter(stepProgress(2.1, [], { ...noConditionalSteps, clarifications: true }), 2.1)).toBe(3.1);
  });
  test("completing an earlier step changes nothing", () => {
    expect(furthestStepAfter(stepProgress(5), 2)).toBe(5);
  });
  test("checkout may be completed from the review", () => {
    expect(furthestStepAfter(stepProgress(5.4, [], { ...noConditionalSteps, review: true }), 6)).toBe(7);
  });
  test("in another order of steps the patient goes on before the first step not yet completed", () => {
    expect(furthestStepIn(stepProgress(0, [3], noConditionalSteps, revealFirst), stepProgress(2.1))).toBe(3);
    expect(furthestStepIn(stepProgress(0, [], noConditionalSteps, revealFirst), stepProgress(4))).toBe(4);
  });
  test("neighbours are open steps; the account step cannot be gone back to", () => {
    expect(adjacentSteps(stepProgress(5), 3)).toEqual({ previous: 2.1, next: 4 });
    expect(adjacentSteps(stepProgress(5), 2)).toEqual({ previous: null, next: 2.1 });
    expect(adjacentSteps(stepProgress(7), 7).next).toBeNull();
  });
});
