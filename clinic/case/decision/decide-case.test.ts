import { describe, expect, test } from "vitest";
import { caseRecord } from "#clinic/testing/cases.ts";
import { type FakeAnswer, fakeServer } from "#clinic/testing/fake-server.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { createCaseDecision } from "./decide-case.ts";
import { noDecision, type PrescribedOf } from "./decision.ts";

const approved = caseRecord({ planstatus: "approved", revision: "r9" });
const decline = { ...noDecision, declinereason: " This isn’t safe for you. " };

const nothingPrescribed: PrescribedOf = () => null;

function deciding(answers: readonly FakeAnswer[], gate: Parameters<typeof fakeServer>[1] = {}) {
  const server = fakeServer(answers, gate);
  const read: PatientRecord[] = [];
  let keys = 0;
  const maker = createCaseDecision({
    call: server.call,
    newKey: () => `intent-${++keys}`,
    onRecord: (record) => read.push(record),
  });
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

  test("after no answer it says that it is unclear, and pressing again sends the same decision under the same key", async () => {
    const { maker, keysSent, sent } = deciding(["no answer", "no answer", approved]);
    expect(await maker.approve(caseRecord(), noDecision, nothingPrescribed)).toBeNull();
    expect(maker.get()).toEqual({ sending: false, problem: { kind: "unclear" } });
    expect(await maker.approve(caseRecord(), noDecision, nothingPrescribed)).not.toBeNull();
    expect(new Set(keysSent())).toEqual(new Set(["intent-1"]));
    expect(sent).toHaveLength(3);
  });

  test("a server that broke off, or is still at it, is unclear, too", async () => {
    for (const refused of ["internal", "in_flight"] as const) {
      const { maker } = deciding([{ refused }, { refused }]);
      await maker.approve(caseRecord(), noDecision, nothingPrescribed);
      expect(maker.get().problem).toEqual({ kind: "unclear" });
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
    await maker.decline(caseRecord({ carestatus: "incoming", revision: "r1" }), decline);
    expect(sent).toMatchObject([{ body: { reason: "This isn’t safe for you.", revision: "r1" } }]);
  });

  test("a session that locks meanwhile holds the decision back, and it is sent when it is unlocked", async () => {
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
    expect(maker.get().problem).toMatchObject({ kind: "refused", message: expect.stringMatching(/state/) });
    expect(sent).toHaveLength(1);
  });
});

describe("decisions §11 two people on one case make one decision", () => {
  test("of a case somebody else works on the refusal names them", async () => {
    const { maker } = deciding([{ refused: "claimed" }]);
    expect(await maker.approve(caseRecord(), noDecision, nothingPrescribed)).toBeNull();
    expect(maker.get().problem).toEqual({ kind: "claimed", holder: "Somebody else" });
  });

  test("a conflict asks to look again; what was typed is not this one's to lose", async () => {
    const { maker } = deciding([{ refused: "conflict" }]);
    await maker.approve(caseRecord(), noDecision, nothingPrescribed);
    expect(maker.get().problem).toMatchObject({ kind: "conflict" });
    maker.dismiss();
    expect(maker.get().problem).toBeNull();
  });
});
