import { describe, expect, test } from "vitest";
import { answer, caseRecord, order, planItem, prescribedAsSeen } from "#clinic/testing/cases.ts";
import { flag } from "#clinic/testing/patients.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { approvalObstacle, checksOf } from "./checks.ts";
import { noDecision, withChoice } from "../decision/decision.ts";
import { answerRows, groupRules, rulesWithoutAnswer } from "./raised-rules.ts";

const obstacle = (change: Partial<PatientRecord> = {}, decision = noDecision, upToDate = true) =>
  approvalObstacle(caseRecord(change), decision, { upToDate, prescribed: prescribedAsSeen });

describe("decisions §11 a check that couldn't run blocks the quick way and says so", () => {
  test("with every check passed nothing is in the way", () => expect(obstacle()).toBeNull());

  test.each([
    [{ flags: undefined }, "The screening rules couldn’t run"],
    [{ answers: [] }, "The screening rules couldn’t run"],
    [{ unanswered: [{ questionid: "aura", question: "Migraine aura" }] }, "these have no answer: Migraine aura."],
    [{ identitystatus: "review" as const }, "look at the identity photos"],
    [{ identitystatus: "none" as const }, "The identity isn’t confirmed."],
    [{ orders: [order({ status: "unknown" })] }, "The bank hasn’t answered yet."],
    [{ orders: [] }, "no longer held"],
    [{ requested: [] }, "no longer held"],
    [{ planstatus: "approved" as const }, "already been approved"],
    [{ planstatus: "declined" as const }, "already been declined"],
  ])("%o", (change, sentence) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a field that is left out
    expect(obstacle(change as Partial<PatientRecord>)).toContain(sentence);
  });

  test("a record that couldn't be read again is not decided on", () => {
    expect(obstacle({}, noDecision, false)).toContain("Look at the record first");
  });

  test("rules that couldn't run are passed over only by saying so", () => {
    const unanswered = [{ questionid: "aura", question: "Migraine aura" }];
    expect(obstacle({ unanswered }, { ...noDecision, withoutanswers: true })).toBeNull();
    expect(checksOf(caseRecord({ unanswered }))[0]?.state).toBe("not_run");
  });
});

describe("what a stop rule says is not approved", () => {
  const flags = [flag({ level: "stop", productids: ["patch"] })];
  test("its product is left out or replaced", () => {
    expect(obstacle({ flags })).toBe("A rule says stop for Estradiol patch. Leave it out or replace it.");
    expect(obstacle({ flags }, withChoice(noDecision, "patch", { kind: "leave_out", reason: "No." }))).toBeNull();
  });

  test("a stop for the whole visit declines it; one that no longer holds stops nothing", () => {
    expect(obstacle({ flags: [flag({ level: "stop" })] })).toContain("Decline the plan");
    expect(obstacle({ flags: [flag({ level: "stop", current: false })] })).toBeNull();
  });
});

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

test("a product without a prescription is approved like the others", () => {
  expect(obstacle({ requested: [planItem("patch", { prescription: false })] })).toBeNull();
});
