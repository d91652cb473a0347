import { describe, expect, test } from "vitest";
import { caseRecord, order, planItem, prescribedAsSeen } from "#clinic/testing/cases.ts";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import { flag } from "#clinic/testing/patients.ts";
import { createAct } from "#clinic/work/act.ts";
import { care } from "#contract/care/calls.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { checksOf } from "../evidence/checks.ts";
import { type Decision, noDecision, type PrescribedOf, withChoice } from "./decision.ts";
import { approval, approvalObstacle, decline, planFields } from "./plan-decision.ts";

const approved = caseRecord({ planstatus: "approved", revision: "r9" });
const declined = { ...noDecision, declinereason: " This isn’t safe for you. " };

const nothingPrescribed: PrescribedOf = () => null;

function deciding(answers: readonly FakeAnswer[], gate: Parameters<typeof fakeServer>[1] = {}) {
  const server = fakeServer(answers, gate);
  const read: PatientRecord[] = [];
  let keys = 0;
  const act = createAct({}, () => `intent-${++keys}`);
  const options = { fields: planFields, done: (record: PatientRecord) => void read.push(record) };
  const maker = {
    get: act.get,
    dismiss: act.forget,
    approve: (record: PatientRecord, decision: Decision, prescribedOf: PrescribedOf) =>
      act.send(
        approval(record, decision, prescribedOf),
        (input, key) => server.call(care.approvePlan, input, { key }),
        options,
      ),
    decline: (record: PatientRecord, decision: Decision) =>
      act.send(decline(record, decision), (input, key) => server.call(care.declinePlan, input, { key }), options),
  };
  const keysSent = () => server.sent.map(({ headers }) => headers.get("idempotency-key"));
  return { maker, read, keysSent, ...server };
}

describe("decisions §11 a case is decided once", () => {
  test("with the revision that was looked at", async () => {
    const { maker, sent, read } = deciding([approved]);
    expect(await maker.approve(caseRecord({ revision: "r1" }), noDecision, nothingPrescribed)).toMatchObject({
      planstatus: "approved",
    });
    expect(sent).toMatchObject([{ method: "POST", body: { revision: "r1" } }]);
    expect(sent[0]?.url).toMatch(/\/plan\/approve$/);
    expect(read).toMatchObject([{ revision: "r9" }]);
  });

  test("a repeated press while it is being sent sends nothing more", async () => {
    const { maker, sent } = deciding([approved]);
    const presses = [1, 2, 3].map(() => maker.approve(caseRecord(), noDecision, nothingPrescribed));
    expect((await Promise.all(presses)).filter((each) => each !== null)).toHaveLength(1);
    expect(sent).toHaveLength(1);
  });

  test("after no answer it says that the outcome is unknown, and pressing again sends the same decision under the same key", async () => {
    const { maker, keysSent, sent } = deciding(["no answer", "no answer", approved]);
    expect(await maker.approve(caseRecord(), noDecision, nothingPrescribed)).toBeNull();
    expect(maker.get()).toMatchObject({ sending: false, failure: { kind: "outcome_unknown" } });
    expect(await maker.approve(caseRecord(), noDecision, nothingPrescribed)).not.toBeNull();
    expect(new Set(keysSent())).toEqual(new Set(["intent-1"]));
    expect(sent).toHaveLength(3);
  });

  test("a server that broke off, or is still working on it, leaves the outcome unknown, too", async () => {
    for (const refused of ["internal", "in_flight"] as const) {
      const { maker } = deciding([{ refused }, { refused }]);
      await maker.approve(caseRecord(), noDecision, nothingPrescribed);
      expect(maker.get().failure).toEqual({ kind: "outcome_unknown" });
    }
  });

  test("another decision is another intent", async () => {
    const { maker, keysSent } = deciding([{ refused: "wrong_state" }, approved]);
    await maker.approve(caseRecord(), noDecision, nothingPrescribed);
    await maker.approve(caseRecord(), { ...noDecision, note: "Hello" }, nothingPrescribed);
    expect(keysSent()).toEqual(["intent-1", "intent-2"]);
  });

  test("a decline has a reason the patient reads, and accepts nothing first", async () => {
    const { maker, sent } = deciding([caseRecord({ planstatus: "declined" })]);
    await maker.decline(caseRecord({ carestatus: "incoming", revision: "r1" }), declined);
    expect(sent).toMatchObject([{ body: { reason: "This isn’t safe for you.", revision: "r1" } }]);
  });

  test("a session that locks before the decision is sent delays it until it's unlocked", async () => {
    const { maker, keysSent } = deciding([{ refused: "staff_session_locked" }, approved], {
      unlocked: () => Promise.resolve(true),
    });
    expect(await maker.approve(caseRecord(), noDecision, nothingPrescribed)).not.toBeNull();
    expect(keysSent()).toEqual(["intent-1", "intent-1"]);
  });
});

describe("decisions §11 a case that nobody accepted is accepted with its approval", () => {
  const incoming = caseRecord({ carestatus: "incoming", revision: "r1" });

  test("in one call, on the revision that was looked at; one that is accepted already just approved", async () => {
    const { maker, sent } = deciding([approved, approved]);
    expect(await maker.approve(incoming, noDecision, nothingPrescribed)).not.toBeNull();
    expect(await maker.approve(caseRecord({ revision: "r2" }), noDecision, nothingPrescribed)).not.toBeNull();
    expect(sent.map(({ method, url, body }) => [method, url.split("/").at(-1), body])).toEqual([
      ["POST", "approve", { revision: "r1", accept: true }],
      ["POST", "approve", { revision: "r2" }],
    ]);
  });

  test("a licence that doesn't cover the state is refused in words, and nothing is decided", async () => {
    const { maker, sent } = deciding([{ refused: "not_available_in_state" }]);
    expect(await maker.approve(incoming, noDecision, nothingPrescribed)).toBeNull();
    expect(maker.get().failure).toMatchObject({ kind: "refused", message: expect.stringMatching(/state/) });
    expect(sent).toHaveLength(1);
  });
});

describe("decisions §11 two people on one case make one decision", () => {
  test("of a case somebody else works on the refusal names them", async () => {
    const { maker } = deciding([{ refused: "claimed" }]);
    expect(await maker.approve(caseRecord(), noDecision, nothingPrescribed)).toBeNull();
    expect(maker.get().failure).toEqual({ kind: "claimed", claimedBy: "Somebody else" });
  });

  test("a conflict asks to look again; what was typed is not this one's to lose", async () => {
    const { maker } = deciding([{ refused: "conflict" }]);
    await maker.approve(caseRecord(), noDecision, nothingPrescribed);
    expect(maker.get().failure).toMatchObject({ kind: "conflict" });
    maker.dismiss();
    expect(maker.get().failure).toBeNull();
  });
});

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

test("a product without a prescription is approved like the others", () => {
  expect(obstacle({ requested: [planItem("patch", { prescription: false })] })).toBeNull();
});
