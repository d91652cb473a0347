import { describe, expect, test } from "vitest";
import { loadContent } from "#content/loader/load.ts";
import { referencesOf, evaluateCondition } from "#content/logic/conditions.ts";
import { openQuestions } from "#content/logic/visit-questions.ts";
import { quickAnswers } from "./quick-answers.ts";

const content = await loadContent();
const steps = content.questionnaire.sections.map(({ step }) => step);
const assessed = (answers: Record<string, string | string[]>, variant = "C") => {
  const facts = { age: 52 };
  const { open, answers: known } = openQuestions(content, variant, answers, facts);
  return { open, known: { answers: known, facts } };
};
const quickIn = (answers: Record<string, string | string[]>) =>
  new Map(
    steps
      .flatMap((step) => quickAnswers(content, assessed(answers), step))
      .map(({ questionid, options }) => [questionid, options]),
  );

describe("answers that one press saves", () => {
  test("an answer that stops the visit, is an emergency or raises a notice waits for Continue; the plain one doesn't", () => {
    const quick = quickIn({});
    expect(quick.get("safe_thoughts")).toEqual(["no"]);
    expect(quick.get("safety_signs")).toEqual(["none"]);
  });
  test("of a list only “none of these” goes on, never an option that others may stand beside", () => {
    expect(quickIn({}).get("cancer")).toEqual(["none"]);
    expect(quickIn({}).has("goals")).toBe(false);
  });
  test("a question with another beside it waits for both", () => {
    const screens = Map.groupBy(assessed({}).open, ({ screen }) => screen.id);
    for (const [id] of quickIn({})) {
      const screen = [...screens.values()].find((members) => members.some(({ question }) => question.id === id));
      expect(screen, id).toHaveLength(1);
    }
  });
  test.each(content.flows.map(({ variant }) => variant))("%s: no press alone makes any rule hold", (variant) => {
    const { open, known } = assessed({}, variant);
    const quick = steps.flatMap((step) => quickAnswers(content, { open, known }, step));
    expect(quick.length).toBeGreaterThan(4);
    for (const { questionid, options } of quick)
      for (const option of options) {
        const question = open.find((each) => each.question.id === questionid)?.question;
        expect(question?.answerlist.find(({ id }) => id === option)?.asksothers ?? false).toBe(false);
        const answers = { ...known.answers, [questionid]: question?.answertype === "array" ? [option] : option };
        const raised = content.rules.filter(
          ({ when }) =>
            referencesOf(when).questions.includes(questionid) && evaluateCondition(when, { ...known, answers }),
        );
        expect(raised.map(({ id }) => id)).toEqual([]);
      }
  });
});
