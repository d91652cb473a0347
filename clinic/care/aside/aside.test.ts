import { expect, test } from "vitest";
import { asideBody, missingFromAside } from "./aside.ts";

const today = "2026-11-24";
const form = { until: "", foranswer: true, words: "" };

test("it takes a later day, or the patient's answer, or both", () => {
  const missing = [
    form,
    { ...form, until: "2026-11-25" },
    { ...form, foranswer: false },
    { ...form, until: today },
    { ...form, foranswer: false, until: "2026-11-23" },
  ].map((each) => missingFromAside(each, today)["until"]);
  expect(missing).toEqual([
    ...[undefined, undefined, "Choose the day it’s back."],
    ...["Choose a later day than today.", "Choose a later day than today."],
  ]);
});

test("what is empty is left out", () => {
  expect(asideBody(form)).toEqual({ foranswer: true });
  expect(asideBody({ until: "2026-11-25", foranswer: false, words: " labs " })).toEqual({
    ...{ until: "2026-11-25", words: "labs" },
  });
});
