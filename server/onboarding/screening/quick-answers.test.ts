import { describe, expect, test } from "vitest";
import { referencesOf, evaluateCondition } from "#content/logic/conditions.ts";
import { openQuestions } from "#content/logic/visit-questions.ts";
import { shippedContent } from "#content/testing/shipped-content.ts";
import { quickAnswers } from "./quick-answers.ts";

const content = await shippedContent();
const steps = content.questionnaire.sections.map(({ step }) => step);
const assessed = (answers: Record<string, string | string[]>, variant = "C") => {
  const facts = { age: 52 };
  const { open, answers: known } = openQuestions(content, variant, answers, facts);
  return { open, known: { answers: known, facts } };
};
const quickIn = (answers: Record<string, string | string[]>, choices: readonly string[] = []) =>
  new Map(
    steps
      .flatMap((step) => quickAnswers(content, assessed(answers), step, choices))
      .map(({ questionid, options }) => [questionid, options]),
  );
const conditionsHolding = (answers: Record<string, string | string[]>, variant: string, about: readonly string[]) => {
  const { known } = assessed({}, variant);
  return content.rules.filter(
    ({ when }) =>
      referencesOf(when).questions.some((id) => about.includes(id)) &&
      evaluateCondition(when, { ...known, answers: { ...known.answers, ...answers } }),
  );
};

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
  test("of questions on one screen each has the options that complete it; a note about one of them keeps the screen", () => {
    const quick = quickIn({});
    expect([quick.get("migraine"), quick.get("liver")]).toEqual([["no", "yes", "unsure"], ["no"]]);
    expect([quick.get("womens_conditions"), quick.get("breast_change")]).toEqual([["none"], ["no"]]);
    expect(quick.get("last_period")).toEqual(["stopped_otherwise", "unsure"]);
  });
  test("a screen with a question that asks for text or a number waits for Continue, whatever else is on it", () => {
    const quick = quickIn({});
    for (const id of ["watch_medicines", "other_medicines", "preferred_form", "hormone_wish", "smoking", "weight"])
      expect(quick.has(id), id).toBe(false);
  });
  test("of a list of symptoms “none of these” goes on, no degree of one", () => {
    const quick = quickIn({});
    expect([quick.get("hot_flashes"), quick.get("painful_sex")]).toEqual([["0"], ["0"]]);
  });
  test("where a plan was chosen before the questions, an answer that asks for another product waits for Continue", () => {
    expect(quickIn({}).get("uterus")).toEqual(["present", "removed"]);
    expect(quickIn({}, ["patch"]).get("uterus")).toEqual(["removed"]);
  });
  test("two answers that only together make a rule hold both wait for Continue, and what isn't part of it doesn't", () => {
    const [rule] = content.rules;
    if (!rule) throw new Error("There are no rules.");
    const when = {
      all: [
        { question: "migraine", is: "no" },
        { question: "liver", is: "no" },
      ],
    };
    const onlyThis = { requirements: [], rules: [{ ...rule, when }] };
    const quick = quickAnswers(onlyThis, assessed({}), 2.3, []).filter(({ questionid }) =>
      ["migraine", "liver"].includes(questionid),
    );
    expect(quick).toEqual([
      { questionid: "migraine", options: ["yes", "unsure"] },
      { questionid: "liver", options: ["active", "past", "unsure"] },
    ]);
  });
  test.each(content.flows.map(({ variant }) => variant))(
    "%s: no press makes any rule hold, with whatever the others of its screen were answered by such a press",
    (variant) => {
      const { open, known } = assessed({}, variant);
      const quick = steps.flatMap((step) => quickAnswers(content, { open, known }, step, []));
      expect(quick.length).toBeGreaterThan(4);
      const screens = Map.groupBy(open, ({ screen }) => screen.id);
      for (const members of screens.values()) {
        const onScreen = members.flatMap(({ question }) => {
          const options = quick.find(({ questionid }) => questionid === question.id)?.options;
          return options ? [{ question, options }] : [];
        });
        if (onScreen.length === 0) continue;
        expect(onScreen).toHaveLength(members.length);
        const ids = onScreen.map(({ question }) => question.id);
        const all = onScreen.reduce<Record<string, string | string[]>[]>(
          (sofar, { question, options }) =>
            sofar.flatMap((given) =>
              options.map((option) => ({
                ...given,
                [question.id]: question.answertype === "array" ? [option] : option,
              })),
            ),
          [{}],
        );
        for (const answers of all)
          expect(
            conditionsHolding(answers, variant, ids).map(({ id }) => id),
            JSON.stringify(answers),
          ).toEqual([]);
        for (const { question, options } of onScreen)
          for (const option of options)
            expect(question.answerlist.find(({ id }) => id === option)?.asksothers ?? false).toBe(false);
      }
    },
  );
});
