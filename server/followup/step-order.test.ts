import { describe, expect, test } from "vitest";
import { nextStepAfter, type Question, type Step, stepProgress } from "./step-order.ts";

const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  type: "modal",
  answertype: "single",
  question: id,
  answerlist: [],
  allowempty: false,
  doctor: false,
  ...more,
});
const option = (id: string, next?: number) => ({
  id,
  name: id,
  exclusive: false,
  ...(next === undefined ? {} : { next }),
});
const steps: Step[] = [
  { step: 0, questions: [question("hello", { answertype: "nothing" })] },
  {
    step: 1,
    questions: [
      question("well", { answerlist: [option("yes", 3), option("no"), option("stop", -1)] }),
      question("why", { answertype: "text", requiredifvalue: "no" }),
    ],
  },
  { step: 2, questions: [question("more", { answertype: "array", answerlist: [option("a"), option("b", -1)] })] },
  { step: 3, questions: [question("bye", { type: "exitmodal", answertype: "nothing" })] },
];
const given = (answers: Readonly<Record<string, string | string[]>>) =>
  new Map(Object.entries(answers).map(([id, value]) => [id, { value }]));
const walked = (answers: Readonly<Record<string, string | string[]>>) => stepProgress(steps, given(answers));

describe("§4 Follow-up modal: the path through the steps", () => {
  test.each([
    ["nothing is answered", {}, { path: [0], current: 0, isComplete: false }],
    ["in order", { hello: "" }, { path: [0, 1], current: 1, isComplete: false }],
    ["a jump leaves steps out", { hello: "", well: "yes" }, { path: [0, 1, 3], current: 3, isComplete: true }],
    [
      "an inline answer waits for its second question",
      { hello: "", well: "no" },
      { path: [0, 1], current: 1, isComplete: false },
    ],
    ["which goes on", { hello: "", well: "no", why: "So" }, { path: [0, 1, 2], current: 2, isComplete: false }],
    ["an answer that ends it", { hello: "", well: "stop" }, { path: [0, 1], current: 1, isComplete: true }],
    [
      "one of a list that ends it",
      { hello: "", well: "no", why: "", more: ["a", "b"] },
      { path: [0, 1, 2], current: 2, isComplete: true },
    ],
    ["to the exit", { hello: "", well: "no", why: "", more: [] }, { path: [0, 1, 2, 3], current: 3, isComplete: true }],
    [
      "an answer further on does not count before the way is there",
      { more: ["a"] },
      { path: [0], current: 0, isComplete: false },
    ],
  ])("%s", (_, answers, expected) => {
    expect(walked(answers)).toEqual(expected);
  });

  test("a second question that is no longer asked leads nowhere", () => {
    const jumping: Step = {
      step: 0,
      questions: [
        question("first", { answerlist: [option("in"), option("out")] }),
        question("second", { answerlist: [option("far", 9)], requiredifvalue: "in" }),
      ],
    };
    expect(nextStepAfter(jumping, given({ first: "in", second: "far" }))).toBe(9);
    expect(nextStepAfter(jumping, given({ first: "out", second: "far" }))).toBe(1);
  });
});
