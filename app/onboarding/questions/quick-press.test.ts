import { describe, expect, test } from "vitest";
import type { Question } from "#contract/onboarding/questions.ts";
import { completesScreen } from "./quick-press.ts";

const question = (id: string, answertype: Question["answertype"] = "single"): Question => ({
  id,
  question: id,
  answertype,
  answerlist: [],
  allowempty: false,
  answer: null,
  others: null,
});
const screen = { questions: [question("migraine"), question("liver"), question("procedures", "array")] };
const view = {
  quickanswers: [
    { questionid: "migraine", options: ["no"] },
    { questionid: "liver", options: ["no"] },
    { questionid: "procedures", options: ["none"] },
  ],
};
const empty = { migraine: "", liver: "", procedures: [] };

describe("the press that completes a screen", () => {
  test("is the one that answers its last open question, in whatever order they are answered", () => {
    expect(completesScreen(screen, view, empty, ["migraine"])).toBe(false);
    expect(completesScreen(screen, view, { ...empty, migraine: "no" }, ["liver"])).toBe(false);
    expect(completesScreen(screen, view, { migraine: "no", liver: "no", procedures: [] }, ["procedures"])).toBe(true);
    expect(completesScreen(screen, view, { migraine: "", liver: "no", procedures: ["none"] }, ["migraine"])).toBe(true);
  });

  test("isn't one beside an answer that raises something or that others may stand beside", () => {
    expect(completesScreen(screen, view, { migraine: "yes", liver: "no", procedures: [] }, ["procedures"])).toBe(false);
    expect(completesScreen(screen, view, { migraine: "", liver: "no", procedures: ["tubes"] }, ["migraine"])).toBe(
      false,
    );
    const both = { migraine: "", liver: "no", procedures: ["none", "tubes"] };
    expect(completesScreen(screen, view, both, ["migraine"])).toBe(false);
  });

  test("isn't one that changes an answer on a screen the patient came back to", () => {
    const answered = { migraine: "no", liver: "no", procedures: ["none"] };
    for (const { id } of screen.questions) expect(completesScreen(screen, view, answered, [id]), id).toBe(false);
  });

  test("isn't one on a screen that has a question only Continue saves", () => {
    const withNote = { questions: [...screen.questions, question("note", "text")] };
    const answered = { migraine: "", liver: "no", procedures: ["none"], note: "A note" };
    expect(completesScreen(withNote, view, answered, ["migraine"])).toBe(false);
    expect(completesScreen(screen, { quickanswers: [] }, { ...answered, migraine: "" }, ["migraine"])).toBe(false);
  });

  test("is any on the only question of a screen, also when it was answered before", () => {
    const only = { questions: [question("migraine"), question("told", "nothing")] };
    expect(completesScreen(only, view, { migraine: "" }, ["migraine"])).toBe(true);
    expect(completesScreen(only, view, { migraine: "no" }, ["migraine"])).toBe(true);
  });

  test("of symptoms is “none of these” before one is chosen, and not after", () => {
    const symptoms = { questions: [question("heat", "scale"), question("sleep", "scale")] };
    const quickanswers = ["heat", "sleep"].map((questionid) => ({ questionid, options: ["0"] }));
    const ids = ["heat", "sleep"];
    expect(completesScreen(symptoms, { quickanswers }, { heat: "", sleep: "" }, ids)).toBe(true);
    expect(completesScreen(symptoms, { quickanswers }, { heat: "chosen", sleep: "0" }, ids)).toBe(false);
    expect(completesScreen(symptoms, { quickanswers }, { heat: "0", sleep: "0" }, ids)).toBe(false);
    expect(completesScreen(symptoms, { quickanswers: quickanswers.slice(1) }, { heat: "", sleep: "" }, ids)).toBe(
      false,
    );
  });
});
