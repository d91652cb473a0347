import { expect, test } from "vitest";
import type { HealthScreen } from "#contract/account/health-answers.ts";
import type { Question } from "#contract/onboarding/questions.ts";
import { answersChangedBetween, changedAnswers, openQuestionCount, groupBySection, answerTexts } from "./sections.ts";

const question = (id: string, more: Partial<Question> = {}): Question => ({
  id,
  question: `${id}?`,
  answertype: "single",
  answerlist: [],
  allowempty: false,
  answer: "no",
  others: null,
  ...more,
});
const screen = (step: number, ...questions: Question[]): HealthScreen => ({
  id: questions[0]?.id ?? "",
  questions,
  complete: true,
  section: { step, title: `Part ${step}` },
});
const allergies = (answer: string[], others: string | null = null) =>
  question("allergies", {
    answertype: "array",
    answerlist: [
      { id: "peanut", name: "Peanut" },
      { id: "other", name: "Something else", asksothers: true },
    ],
    answer,
    others,
  });

test("§2.1 medical information: screens are grouped by section, in the order they were asked", () => {
  const sections = groupBySection([screen(2, question("a")), screen(2.1, question("b")), screen(2, question("c"))]);
  expect(sections.map(({ title, screens }) => [title, screens.map(({ id }) => id)])).toEqual([
    ["Part 2", ["a", "c"]],
    ["Part 2.1", ["b"]],
  ]);
});

test("an answer is shown in the words of its options, with free text and unit", () => {
  expect(answerTexts(allergies(["peanut", "other"], "Latex"))).toEqual(["Peanut", "Something else: Latex"]);
  expect(answerTexts(question("weight", { answer: "150", unit: "pounds" }))).toEqual(["150 pounds"]);
  expect(answerTexts(question("height", { answer: "66", unit: "inches" }))).toEqual(["5 ft 6 in"]);
  expect(answerTexts(question("note", { answer: "" }))).toEqual([]);
});

test("a question without an answer counts as open; a statement does not", () => {
  const questions = [
    question("a"),
    question("b", { answer: null }),
    question("c", { answer: null, answertype: "nothing" }),
  ];
  expect(openQuestionCount({ screens: [screen(2, ...questions)] })).toBe(1);
});

test("only changed and previously unanswered answers are sent", () => {
  const section = { screens: [screen(2, allergies(["peanut"]), question("liver"), question("new", { answer: null }))] };
  const answers = [
    { questionid: "allergies", answer: ["peanut"] },
    { questionid: "liver", answer: "yes" },
    { questionid: "new", answer: "" },
  ];
  expect(changedAnswers(section, answers).map(({ questionid }) => questionid)).toEqual(["liver", "new"]);
  const texts = [{ questionid: "allergies", answer: ["other"], others: "Latex" }];
  expect(changedAnswers({ screens: [screen(2, allergies(["other"], "Nickel"))] }, texts)).toEqual(texts);
});

test("two tabs: answers changed elsewhere are listed with their value before and now", () => {
  const before = { screens: [screen(2, allergies(["peanut"]), question("liver"))] };
  const now = { screens: [screen(2, allergies(["other"], "Latex"), question("liver"), question("new"))] };
  expect(answersChangedBetween(before, now)).toEqual([
    { id: "allergies", question: "allergies?", before: ["Peanut"], now: ["Something else: Latex"] },
    { id: "new", question: "new?", before: [], now: ["no"] },
  ]);
  expect(answersChangedBetween(now, now)).toEqual([]);
});
