import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Question, QuestionScreen } from "#contract/onboarding/questions.ts";
import { answersOf, fieldOfIssuePath, namesOf, answerSchema, validAnswers, valuesOf } from "./answer-values.ts";

const option = (id: string, more: object = {}) => ({ id, name: id, ...more });
const question = (id: string, more: Partial<Question>): Question => ({
  id,
  question: id,
  answertype: "single",
  answerlist: [],
  allowempty: false,
  answer: null,
  others: null,
  ...more,
});
const screenOf = (...questions: Question[]): QuestionScreen => ({ id: "s", questions, complete: false });

const goals = question("goals", {
  answertype: "array",
  answerlist: [
    option("sleep"),
    option("other", { asksothers: true }),
    option("none", { exclusive: true, name: "None of these" }),
  ],
});
const height = question("height", { answertype: "number", min: 48, max: 84 });
const messages = (screen: QuestionScreen, values: object) => {
  const checked = z.safeParse(answerSchema(screen), values);
  return checked.success ? [] : checked.error.issues.map((issue) => [issue.path[0], issue.message]);
};

test("§5 a text answer cannot be empty unless the question allows empty", () => {
  expect(messages(screenOf(question("note", { answertype: "text" })), {})).toEqual([
    ["note", "The text field cannot be empty"],
  ]);
  expect(messages(screenOf(question("note", { answertype: "text", allowempty: true })), {})).toEqual([]);
});

test("a choice is required, and the message names “none” if there is such an option", () => {
  expect(messages(screenOf(question("uterus", {})), {})).toEqual([["uterus", "Please choose one."]]);
  expect(messages(screenOf(goals), { goals: [] })).toEqual([
    ["goals", "Please choose all that apply, or “None of these”."],
  ]);
});

test("an “other” option asks for free text", () => {
  expect(messages(screenOf(goals), { goals: ["other"], goals__others: " " })).toEqual([
    ["goals__others", "The text field cannot be empty"],
  ]);
  expect(messages(screenOf(goals), { goals: ["other"], goals__others: "Travel" })).toEqual([]);
});

test("a height is refused in feet and inches, as it is asked for", () => {
  expect(messages(screenOf({ ...height, unit: "inches" }), { height: "?" })).toEqual([
    ["height", "Please enter a height from 4 feet 0 inches to 7 feet 0 inches."],
  ]);
});

test("a number must be within its limits", () => {
  const wrong = [["height", "Please enter a number from 48 to 84."]];
  for (const text of ["", "47", "85", "6'2", "60.55", "-60"])
    expect(messages(screenOf(height), { height: text })).toEqual(wrong);
  expect(messages(screenOf(height), { height: " 60 " })).toEqual([]);
});

test("answers are sent as questionid and answer, with others only if asked for", () => {
  const screen = screenOf(goals, height, question("read", { answertype: "nothing" }));
  expect(answersOf(screen, { goals: ["sleep"], goals__others: "left over", height: " 60 " })).toEqual([
    { questionid: "goals", answer: ["sleep"] },
    { questionid: "height", answer: "60" },
  ]);
  expect(answersOf(screenOf(goals), { goals: ["other"], goals__others: " Travel " })).toEqual([
    { questionid: "goals", answer: ["other"], others: "Travel" },
  ]);
});

test("earlier answers fill the form, and server issues find their field", () => {
  const screen = screenOf({ ...goals, answer: ["other"], others: "Travel" }, height);
  expect(valuesOf(screen)).toMatchObject({ goals: ["other"], goals__others: "Travel", height: "" });
  expect(namesOf(screen)).toEqual(["goals", "goals__others", "height"]);
  expect(fieldOfIssuePath(screen, "answers.0.others")).toBe("goals__others");
  expect(fieldOfIssuePath(screen, "answers.1.answer")).toBe("height");
  expect(fieldOfIssuePath(screen, "state")).toBeUndefined();
});

test("only answers that would be accepted are asked about before they are saved", () => {
  const screen = screenOf(goals, height);
  const other = { goals: ["other"], goals__others: "" };
  expect(validAnswers(screen, { goals: [], height: "" })).toEqual([]);
  expect(validAnswers(screen, { ...other, height: "6" })).toEqual([]);
  expect(validAnswers(screen, { ...other, goals__others: "Rest", height: "65" })).toEqual([
    { questionid: "goals", answer: ["other"], others: "Rest" },
    { questionid: "height", answer: "65" },
  ]);
});
