import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { FollowupQuestion } from "#contract/followup.ts";
import { answersOf, fieldOfIssue, namesOf, schemaOf, valuesOf } from "./answer-values.ts";
import { optionOf, questionOf, stepOf } from "./testing.ts";

const note = questionOf({ id: "note", answertype: "text", answerlist: [] });
const list = questionOf({
  id: "side.effects",
  answertype: "array",
  answerlist: [optionOf("rash"), optionOf("none", { exclusive: true, name: "None of these" })],
});
const first = questionOf({ id: "11", answertype: "others" });
const stepWith = (...questions: FollowupQuestion[]) => stepOf(1, questions);
const complaints = (questions: FollowupQuestion[], values: object) => {
  const checked = z.safeParse(schemaOf(stepWith(...questions)), values);
  return checked.success ? [] : checked.error.issues.map(({ path, message }) => [path[0], message]);
};

test("§5 text answers cannot be empty unless the question allows empty", () => {
  for (const values of [{}, { a0: "" }, { a0: "  " }])
    expect(complaints([note], values)).toEqual([["a0", "The text field cannot be empty"]]);
  expect(complaints([{ ...note, allowempty: true }], {})).toEqual([]);
  expect(complaints([note], { a0: "Fine." })).toEqual([]);
});

test("a choice is required, and the message names “none” if there is such an option", () => {
  expect(complaints([questionOf()], {})).toEqual([["a0", "Please choose one."]]);
  expect(complaints([list], { a0: [] })).toEqual([["a0", "Please choose all that apply, or “None of these”."]]);
  expect(complaints([first], { a0: [] })).toEqual([["a0", "Please choose at least one."]]);
  expect(complaints([first], { a0: [], a0others: "Sleep" })).toEqual([]);
  expect(complaints([{ ...list, allowempty: true }], { a0: [] })).toEqual([]);
});

test("§4 an inline question is validated and sent only while it is visible", () => {
  const why = questionOf({ id: "why", answertype: "text", answerlist: [], requiredifvalue: "no" });
  expect(complaints([questionOf(), why], { a0: "yes" })).toEqual([]);
  expect(complaints([questionOf(), why], { a0: "no" })).toEqual([["a1", "The text field cannot be empty"]]);
  const step = stepWith(questionOf(), why);
  expect(answersOf(step, { a0: "yes", a1: "left over" })).toEqual([{ questionid: "q", answer: "yes" }]);
  expect(answersOf(step, { a0: "no", a1: " It itched. " })).toEqual([
    { questionid: "q", answer: "no" },
    { questionid: "why", answer: "It itched." },
  ]);
});

test("§3 answers are sent as questionid and answer, with others if there is free text", () => {
  expect(answersOf(stepWith(first), { a0: ["yes"], a0others: " Sleep " })).toEqual([
    { questionid: "11", answer: ["yes"], others: "Sleep" },
  ]);
  expect(answersOf(stepWith(first), { a0: ["yes"], a0others: " " })).toEqual([{ questionid: "11", answer: ["yes"] }]);
  expect(answersOf(stepWith(questionOf({ answertype: "nothing" })), {})).toEqual([{ questionid: "q", answer: "" }]);
  const empty = questionOf({ id: "gels", answertype: "array", answerlookup: "recommendation", answerlist: [] });
  expect(answersOf(stepWith(questionOf(), empty), { a0: "yes" })).toEqual([
    { questionid: "q", answer: "yes" },
    { questionid: "gels", answer: [] },
  ]);
});

test("earlier answers fill the form, and a server issue finds its field", () => {
  const step = stepWith({ ...first, answer: ["yes"], others: "Sleep" }, list);
  expect(valuesOf(step)).toEqual({ a0: ["yes"], a0others: "Sleep", a1: [], a1others: "" });
  expect(namesOf(step)).toEqual(["a0", "a0others", "a1"]);
  const sent = answersOf(step, { a0: ["yes"], a1: ["rash"] });
  expect(fieldOfIssue(step, sent, "answers.1.answer")).toBe("a1");
  expect(fieldOfIssue(step, sent, "answers.0.others")).toBe("a0others");
  expect(fieldOfIssue(step, sent, "followupid")).toBeUndefined();
});
