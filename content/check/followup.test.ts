import { describe, expect, test } from "vitest";
import { shippedContent } from "../testing/shipped-content.ts";
import { checkFollowup } from "./followup.ts";

const content = await shippedContent();
type Followup = typeof content.followup;
type Step = Followup["steps"][number];
type Question = Step["questions"][number];

const change = (step: number, question: number, changes: Partial<Question>): Followup => ({
  ...content.followup,
  steps: content.followup.steps.map((each) =>
    each.step === step
      ? { ...each, questions: each.questions.map((one, index) => (index === question ? { ...one, ...changes } : one)) }
      : each,
  ),
});
const option = (id: string, more: object = {}) => ({ id, name: id, exclusive: false, ...more });
const problemOf = (followup: Followup): string => {
  try {
    checkFollowup({ ...content, followup });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
};

describe("§3 the follow-up's content is checked at start", () => {
  test("as shipped, it has all five views, an exit modal and a way out without one", () => {
    expect(problemOf(content.followup)).toBe("");
    const questions = content.followup.steps.flatMap((step) => step.questions);
    for (const type of ["nothing", "single", "array", "text", "others"])
      expect(questions.map(({ answertype }) => answertype)).toContain(type);
    expect(questions.map(({ treatmentoption }) => treatmentoption)).toEqual(
      expect.arrayContaining(["symptom", "sideeffect"]),
    );
    expect(questions.map(({ answerlookup }) => answerlookup)).toEqual(
      expect.arrayContaining(["recommendation", "methodchange_recommendation"]),
    );
    expect(questions.map(({ type }) => type)).toEqual(expect.arrayContaining(["modal", "treatmentform", "exitmodal"]));
    expect(questions.flatMap(({ answerlist }) => answerlist).some(({ next }) => next === -1)).toBe(true);
    expect(content.followup.reviewed).toContain("to be reviewed by the practice's clinicians");
  });

  test.each<[string, Followup, RegExp]>([
    ["a question twice", change(1, 0, { id: "welcome" }), /welcome appears twice/],
    ["a symptom's id", change(1, 0, { id: "hot_flashes" }), /hot_flashes appears twice/],
    ["a jump back", change(5, 0, { answerlist: [option("a", { next: 2 }), option("b")] }), /must go forward/],
    [
      "a jump beyond the end",
      change(5, 0, { answerlist: [option("a", { next: 40 }), option("b")] }),
      /must go forward/,
    ],
    ["one option", change(5, 0, { answerlist: [option("worse")] }), /at least two options/],
    ["an option twice", change(4, 0, { answerlist: [option("a"), option("a")] }), /an option twice/],
    ["options of a text", change(11, 0, { answerlist: [option("a"), option("b")] }), /takes no options/],
    ["a second question nobody opens", change(2, 1, { requiredifvalue: "never" }), /must name an answer/],
    ["a first question that waits", change(2, 0, { requiredifvalue: "a" }), /is the first question/],
    [
      "an unknown emergency",
      change(4, 0, { answerlist: [option("a", { emergency: "pregnant" }), option("b")] }),
      /unknown emergency pregnant/,
    ],
    ["an exit modal in between", change(9, 0, { type: "exitmodal" }), /the last step/],
    ["a placeholder nobody fills", change(1, 0, { question: "Hello {{name}}" }), /unknown placeholder/],
    ["a treatment form before another question", change(8, 0, { type: "treatmentform" }), /followed by question 11/],
    ["steps out of order", { ...content.followup, steps: content.followup.steps.toReversed() }, /stands at the place/],
    [
      "an unknown symptom",
      { ...content.followup, symptoms: { ...content.followup.symptoms, alsoask: ["tiredness"] } },
      /unknown symptom tiredness/,
    ],
  ])("%s is refused", (_, followup, message) => {
    expect(problemOf(followup)).toMatch(message);
  });
});
