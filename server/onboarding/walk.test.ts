import { describe, expect, test } from "vitest";
import { accessTo, currentStep, furthestAfter, furthestIn, neighbours, type Walk } from "./walk.ts";
import { openSteps, orderOf, withRevealAgain } from "./steps.ts";

const questionsFirst = { steps: [1, 1.5, 2, 2.1, 3.1, 3, 4, 5, 5.1, 5.2, 6, 7] as never };
const revealFirst = { steps: [1, 1.5, 3, 2, 2.1, 3.1, 4, 5, 5.1, 5.2, 6, 7] as never };
const closed = { details: false, clarifications: false, review: false };

/** A walk in which every step but those in `unmet` has all it asks for. */
function walk(furthest: number, unmet: readonly number[] = [], openness = closed, flow = questionsFirst): Walk {
  return { order: orderOf(flow), open: openSteps(flow, openness), furthest, met: (step) => !unmet.includes(step) };
}

describe("§4 order of the steps", () => {
  test("the review stands before checkout, though content never names it", () => {
    expect(orderOf(questionsFirst).slice(-5)).toEqual([5.1, 5.2, 5.4, 6, 7]);
  });
  test("conditional steps are open only when they are asked for", () => {
    expect(openSteps(questionsFirst, closed)).toEqual([1, 2, 2.1, 3, 4, 5, 6, 7]);
    expect(openSteps(questionsFirst, { details: true, clarifications: true, review: true })).toEqual(
      orderOf(questionsFirst),
    );
  });
  test("a choice to be made again stands behind the questions", () => {
    expect(withRevealAgain([1, 3, 2, 2.1, 4, 5])).toEqual([1, 2, 2.1, 3, 4, 5]);
  });
});

describe("§2.2 where she is", () => {
  test("the step she reached, while everything before is there", () => {
    expect(currentStep(walk(3))).toBe(3);
  });
  test("an earlier step that is incomplete again", () => {
    expect(currentStep(walk(6, [2.1]))).toBe(2.1);
  });
  test("a step that opened behind her", () => {
    expect(currentStep(walk(6, [3.1], { ...closed, clarifications: true }))).toBe(3.1);
  });
  test.each([
    [2, "open"],
    [3, "open"],
    [4, "ahead"],
    [5.1, "ahead"],
    [1.5, "unknown"],
    [2.8, "unknown"],
  ] as const)("at step 3, step %d is %s", (step, access) => {
    expect(accessTo(walk(3), step)).toBe(access);
  });
  test("step 5.4 lets her check out meanwhile, but not pay without checkout", () => {
    const review = walk(5.4, [], { ...closed, review: true });
    expect([accessTo(review, 6), accessTo(review, 7)]).toEqual(["open", "ahead"]);
  });
  test("the choice she has to make again can still be looked at during the questions", () => {
    const base = walk(2.1, [3], closed, revealFirst);
    const again = { ...base, open: withRevealAgain(base.open) };
    expect([currentStep(again), accessTo(again, 3), accessTo(again, 4)]).toEqual([2.1, "open", "ahead"]);
  });
});

describe("going on", () => {
  test("completing the step she reached opens the next open one", () => {
    expect(furthestAfter(walk(2.1), 2.1)).toBe(3);
    expect(furthestAfter(walk(2.1, [], { ...closed, clarifications: true }), 2.1)).toBe(3.1);
  });
  test("completing an earlier step changes nothing", () => {
    expect(furthestAfter(walk(5), 2)).toBe(5);
  });
  test("checkout may be completed out of the review", () => {
    expect(furthestAfter(walk(5.4, [], { ...closed, review: true }), 6)).toBe(7);
  });
  test("in another order of steps she goes on before the first step she did not complete", () => {
    expect(furthestIn(walk(0, [3], closed, revealFirst), walk(2.1))).toBe(3);
    expect(furthestIn(walk(0, [], closed, revealFirst), walk(4))).toBe(4);
  });
  test("neighbours are open steps; the account is not one to go back to", () => {
    expect(neighbours(walk(5), 3)).toEqual({ previous: 2.1, next: 4 });
    expect(neighbours(walk(5), 2)).toEqual({ previous: null, next: 2.1 });
    expect(neighbours(walk(7), 7).next).toBeNull();
  });
});
