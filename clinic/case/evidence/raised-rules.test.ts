import { describe, expect, test } from "vitest";
import { answer } from "#clinic/testing/cases.ts";
import { flag } from "#clinic/testing/patients.ts";
import { answerRows, groupRules, rulesWithoutAnswer } from "./raised-rules.ts";

describe("rules stand beside what they are about", () => {
  const [stop, weigh] = [flag({ ruleid: "stop", level: "stop" }), flag({ ruleid: "weigh" })];
  test("by product, the most severe first; about the visit; and no longer raised", () => {
    const rules = groupRules([
      { ...weigh, productids: ["patch"] },
      { ...stop, productids: ["patch", "capsule"] },
      flag({ ruleid: "visit", level: "info" }),
      flag({ ruleid: "gone", productids: [] }),
      flag({ ruleid: "past", current: false }),
    ]);
    const ids = (flags: readonly { ruleid: string }[]) => flags.map(({ ruleid }) => ruleid);
    expect([ids(rules.ofProduct("patch")), ids(rules.ofProduct("capsule"))]).toEqual([["stop", "weigh"], ["stop"]]);
    expect([ids(rules.ofVisit), ids(rules.past)]).toEqual([["gone", "visit"], ["past"]]);
  });

  test("answers that raised one come first, beside it; new ones are marked", () => {
    const answers = [answer("uterus"), answer("smoking", "2026-11-25T13:00:00Z"), answer("clots")];
    const flags = [
      { ...weigh, questionids: ["smoking"] },
      { ...stop, questionids: ["clots"] },
      flag({ ruleid: "age" }),
    ];
    const { raising, others } = answerRows(answers, flags, "2026-11-25T12:00:00Z");
    expect(raising.map((row) => [row.answer.questionid, row.changed])).toEqual([
      ["clots", false],
      ["smoking", true],
    ]);
    expect(others.map((row) => row.answer.questionid)).toEqual(["uterus"]);
    expect(rulesWithoutAnswer(answers, flags).map(({ ruleid }) => ruleid)).toEqual(["age"]);
  });
});
