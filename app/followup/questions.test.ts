import { describe, expect, test } from "vitest";
import { automaticAnswers, isFinalStep, visibleQuestions, questionView, withAnswers } from "./questions.ts";
import { optionOf, questionOf, stepOf } from "./testing.ts";

const forms = questionOf({ id: "form", type: "treatmentform", answerlist: [optionOf("patch"), optionOf("unsure")] });
const formPreference = stepOf(7, [questionOf({ id: "11" })]);

describe("§4 Follow-up modal: the question type picks the view", () => {
  test.each([
    ["nothing", questionOf({ answertype: "nothing", answerlist: [] })],
    ["choice", questionOf({ answertype: "single" })],
    ["choice", questionOf({ answertype: "array" })],
    ["choice", questionOf({ answertype: "others" })],
    ["choice", questionOf({ answertype: "array", treatmentoption: "sideeffect" })],
    ["text", questionOf({ answertype: "text", answerlist: [] })],
    ["symptoms", questionOf({ treatmentoption: "symptom" })],
    ["treatmentform", forms],
    ["exit", questionOf({ type: "exitmodal", answertype: "nothing", answerlist: [] })],
  ])("%s", (view, question) => expect(questionView(stepOf(1, [question]))).toBe(view));
});

test("§4 Follow-up modal: it is complete at -1 or when an exit-modal question is shown", () => {
  expect(isFinalStep(stepOf(3, [questionOf()]))).toBe(false);
  expect(isFinalStep(stepOf(3, [questionOf()], { nextstep: -1 }))).toBe(false);
  expect(isFinalStep(stepOf(3, [], { nextstep: -1 }))).toBe(true);
  expect(isFinalStep(stepOf(3, [questionOf()], { nextstep: -1, complete: true }))).toBe(true);
  expect(isFinalStep(stepOf(3, [questionOf({ type: "exitmodal" })]))).toBe(true);
});

describe("§4 Follow-up modal: answers given automatically", () => {
  test.each(["recommendation", "methodchange_recommendation"] as const)(
    "a %s question with an empty answer list gets an empty list",
    (answerlookup) => {
      const empty = questionOf({ answertype: "array", answerlookup, answerlist: [] });
      expect(automaticAnswers(stepOf(8, [empty]), null)).toEqual([{ questionid: "q", answer: [] }]);
      expect(automaticAnswers(stepOf(8, [{ ...empty, answerlist: [optionOf("gel")] }]), null)).toBeNull();
    },
  );

  test.each([
    ["patch", "yes"],
    ["unsure", "unsure"],
  ])("after a treatment-form answer with options (%s) question 11 gets %s", (form, answer) => {
    const before = withAnswers(stepOf(6, [forms]), [{ questionid: "form", answer: form }]);
    expect(automaticAnswers(formPreference, before)).toEqual([{ questionid: "11", answer }]);
  });

  test("question 11 is asked if the form question had no options, was left empty, or was not asked", () => {
    expect(automaticAnswers(formPreference, null)).toBeNull();
    expect(automaticAnswers(formPreference, stepOf(6, [forms]))).toBeNull();
    expect(automaticAnswers(formPreference, stepOf(6, [{ ...forms, answer: "" }]))).toBeNull();
    expect(automaticAnswers(formPreference, stepOf(6, [{ ...forms, answerlist: [], answer: "patch" }]))).toBeNull();
    expect(automaticAnswers(formPreference, stepOf(6, [questionOf({ answer: "yes" })]))).toBeNull();
  });

  test("a treatment-form question without options is skipped if it may stay empty", () => {
    const none = { ...forms, answerlist: [] };
    expect(automaticAnswers(stepOf(6, [{ ...none, allowempty: true }]), null)).toEqual([
      { questionid: "form", answer: [] },
    ]);
    expect(automaticAnswers(stepOf(6, [none]), null)).toBeNull();
  });

  test("nothing is answered automatically when the follow-up is complete", () => {
    const empty = questionOf({ answerlookup: "recommendation", answerlist: [] });
    expect(automaticAnswers(stepOf(8, [empty], { complete: true }), null)).toBeNull();
  });
});

describe("§4 Follow-up modal: inline answers lead to a second question", () => {
  const why = questionOf({ id: "why", answertype: "text", requiredifvalue: "no" });
  const shown = (first: string | string[] | null) =>
    visibleQuestions(stepOf(1, [questionOf(), why]), (id) => (id === "q" ? first : null)).map(({ id }) => id);

  test("it is shown if the first answer equals its required value, else not", () => {
    expect(shown("no")).toEqual(["q", "why"]);
    expect(shown(["yes", "no"])).toEqual(["q", "why"]);
    for (const first of ["yes", null, []]) expect(shown(first)).toEqual(["q"]);
  });
});
