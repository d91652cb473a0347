import { describe, expect, test } from "vitest";
import type { HealthScreen } from "#contract/account/health-answers.ts";
import { permissionsOf } from "#contract/policy/policy.ts";
import { roles } from "#contract/policy/roles.ts";
import { answersToSend, mayRecordTold, questionsToAnswer, toggled, toldLines, toldOf } from "./told-answers.ts";

const option = (id: string, more: object = {}) => ({ id, answer: id, asksothers: false, exclusive: false, ...more });
const question = (id: string, answertype: string, answerlist: readonly object[] = []) => ({
  ...{ id, question: `About ${id}`, answertype, answerlist, answer: null, others: null },
});
const screens = [
  { section: { title: "Words" }, questions: [question("intro", "nothing"), question("allergies", "string")] },
  {
    section: { title: "Medicines" },
    questions: [question("medicines", "array", [option("lamotrigine"), option("other", { asksothers: true })])],
  },
] as unknown as readonly HealthScreen[];

test("decisions §19 who reads and writes health may record what a patient told; nobody else", () => {
  expect(roles.filter((role) => mayRecordTold(permissionsOf({ roles: [role], doctorid: "elena_marsh" })))).toEqual([
    "physician",
    "nurse",
  ]);
});

test("every question that can be answered is there, in order, with its section", () => {
  expect(questionsToAnswer(screens).map(({ question: { id }, section }) => [section, id])).toEqual([
    ["Words", "allergies"],
    ["Medicines", "medicines"],
  ]);
});

describe("the answers as they are sent", () => {
  test("text beside an option goes only with the option that asks for it", () => {
    const typed = (answer: string[]) => ({ medicines: { answer, others: "St. John’s wort" } });
    expect(answersToSend(typed(["lamotrigine", "other"]), screens)).toEqual([
      { questionid: "medicines", answer: ["lamotrigine", "other"], others: "St. John’s wort" },
    ]);
    expect(answersToSend(typed(["lamotrigine"]), screens)).toEqual([
      { questionid: "medicines", answer: ["lamotrigine"] },
    ]);
  });

  test("each that was written, and none that wasn't", () => {
    const typed = { allergies: { answer: "latex" }, medicines: { answer: [] } };
    expect(answersToSend(typed, screens)).toEqual([
      { questionid: "allergies", answer: "latex" },
      { questionid: "medicines", answer: [] },
    ]);
    expect(answersToSend(undefined, screens)).toEqual([]);
  });
});

test("an option that excludes the others takes them away, and is taken away by them", () => {
  const listed = { answerlist: [option("clot"), option("stroke"), option("none", { exclusive: true })] } as never;
  expect(toggled(listed, [], "clot")).toEqual(["clot"]);
  expect(toggled(listed, ["clot"], "stroke")).toEqual(["clot", "stroke"]);
  expect(toggled(listed, ["clot", "stroke"], "clot")).toEqual(["stroke"]);
  expect(toggled(listed, ["clot", "stroke"], "none")).toEqual(["none"]);
  expect(toggled(listed, ["none"], "stroke")).toEqual(["stroke"]);
});

describe("how it was told", () => {
  const draft = { source: "phone", teller: "other", callerproved: "birthday_and_email" } as const;

  test("is sent as it was written; on the practice's today unless another day was picked", () => {
    expect(toldOf(draft, "2026-11-28")).toMatchObject({ ...draft, on: "2026-11-28" });
    expect(toldOf({ ...draft, on: "2026-11-20", note: " A clot. " }, "2026-11-28")).toMatchObject({
      ...draft,
      ...{ on: "2026-11-20", note: "A clot." },
    });
  });

  test("is read in the record: by whom, how they proved it, what was said, and who wrote it down", () => {
    const told = { ...draft, on: "2026-11-20", note: "A clot in March.", actor: "staff:1", name: "Nora Nurse" };
    expect(toldLines(told)).toEqual([
      "Told by phone on November 20, 2026 by somebody else. Gave birthday and email. Recorded by Nora Nurse.",
      "“A clot in March.”",
    ]);
    const own = { ...told, teller: "patient", note: null, name: null } as const;
    expect(toldLines(own)).toEqual([expect.stringMatching(/2026\. Gave .* Recorded by somebody of the practice\.$/)]);
    expect(toldLines({ ...own, actor: "key:1" })).toEqual([expect.stringMatching(/Recorded by a system\.$/)]);
  });
});
