import { describe, expect, test } from "vitest";
import {
  requestedStep,
  stepHref,
  isAhead,
  advancesVisit,
  nextHref,
  stepPath,
  previousHref,
  resolveScreen,
  resolveStep,
} from "./step-addresses.ts";

const questionsFirst = [1, 1.5, 2, 2.1, 2.2, 2.9, 3.1, 3, 4, 5, 5.1, 5.2, 6, 7];
const revealFirst = [1, 1.5, 3, 2, 2.1, 2.9, 3.1, 4, 5, 5.1, 5.2, 6, 7];
const at = (onboardingstep: number, steps = questionsFirst) => ({
  steps,
  onboardingstep,
  onboardingstatus: "PENDING" as const,
});
const screen = (id: string) => ({ id, questions: [], complete: false });

describe("§2.2 page of a step", () => {
  test.each([
    [1, "/eligibility"],
    [1.5, "/health-questions"],
    [2, "/health-questions"],
    [2.9, "/health-questions"],
    [3.1, "/health-questions"],
    [3, "/treatment-options"],
    [4, "/treatment-addons"],
    [5, "/identity-verification"],
    [5.2, "/identity-verification"],
    [5.4, "/checkout"],
    [6, "/checkout"],
    [7, "/checkout"],
  ])("step %s is on %s", (step, path) => expect(stepPath(step)).toBe(path));
});

describe("a screen ahead of the current step redirects to the current step", () => {
  test("questions first: options are ahead of questions, 3.1 is before 3", () => {
    expect(isAhead(at(2.1), 3)).toBe(true);
    expect(isAhead(at(3), 3.1)).toBe(false);
    expect(resolveStep(at(2.1), "/treatment-options", 3)).toEqual({ goTo: "/health-questions?at=2.1" });
    expect(resolveStep(at(2.1), "/checkout", null)).toEqual({ goTo: "/health-questions?at=2.1" });
  });
  test("reveal first: the same step is behind the current one", () => {
    expect(resolveStep(at(2.1, revealFirst), "/treatment-options", 3)).toEqual({ step: 3 });
  });
  test("5.4 lies between the selfie and checkout", () => {
    expect(isAhead(at(5.4), 5.2)).toBe(false);
    expect(isAhead(at(5.4), 6)).toBe(true);
    expect(isAhead(at(5.2), 5.4)).toBe(true);
  });
  test("an earlier step may be revisited, an unknown one redirects to the current step", () => {
    expect(resolveStep(at(5), "/health-questions", 2.1)).toEqual({ step: 2.1 });
    expect(resolveStep(at(5), "/health-questions", 2.55)).toEqual({ goTo: "/identity-verification?at=5" });
  });
  test("§2.2 step 7 is paid on the screen of step 6, whatever the URL says", () => {
    expect(resolveStep(at(7), "/checkout", null)).toEqual({ step: 6 });
    expect(resolveStep(at(7), "/checkout", 6)).toEqual({ step: 6 });
    expect(resolveStep(at(7), "/checkout", 7)).toEqual({ step: 6 });
  });
  test("a URL without a step shows the current step if the page has it, else the page's first", () => {
    expect(resolveStep(at(2.2), "/health-questions", null)).toEqual({ step: 2.2 });
    expect(resolveStep(at(5), "/health-questions", null)).toEqual({ step: 1.5 });
    expect(resolveStep(at(4), "/treatment-options", null)).toEqual({ goTo: "/treatment-addons?at=4" });
  });
});

describe("the next and the previous screen", () => {
  const view = { step: 2.1, nextstep: 2.2, previousstep: 2, screens: [screen("a"), screen("b")], currentscreen: "b" };
  test("Continue goes to the next screen, then to the next step", () => {
    expect(nextHref(at(2.1), view, "a")).toBe("/health-questions?at=2.1&page=2");
    expect(nextHref(at(2.2), view, "b")).toBe("/health-questions?at=2.2");
  });
  test("Continue never goes beyond the step the server has opened", () => {
    expect(nextHref(at(2.1), view, "b")).toBe("/health-questions?at=2.1");
  });
  test("a repeated choice skips the questions answered since, an answer changed along the way leads to the next screen", () => {
    expect(advancesVisit(at(4, revealFirst), 3, 3)).toBe(true);
    expect(advancesVisit(at(4, revealFirst), 3, 4)).toBe(false);
    expect(advancesVisit(at(2.1), 2.1, 2.1)).toBe(false);
  });
  test("Back goes to the previous screen, then to the last screen of the step before, never to the account", () => {
    expect(previousHref(view, 1)).toBe("/health-questions?at=2.1&page=1");
    expect(previousHref(view, 0)).toBe("/health-questions?at=2&page=last");
    expect(previousHref({ step: 1.5, previousstep: 1 })).toBeNull();
  });
  test("§4 a visit resumes at the same question", () => {
    expect(resolveScreen(view, null)).toBe(1);
    expect(resolveScreen(view, 1)).toBe(0);
    expect(resolveScreen(view, 9)).toBe(1);
    expect(resolveScreen(view, "last")).toBe(1);
  });
});

test("a URL carries numbers only and tolerates invalid ones", () => {
  expect(stepHref(2.3, 4)).toBe("/health-questions?at=2.3&page=4");
  expect(requestedStep("?at=2.3&page=4")).toEqual({ step: 2.3, page: 4 });
  expect(requestedStep("?at=abc&page=-1")).toEqual({ step: null, page: null });
});
