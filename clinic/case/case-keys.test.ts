import { describe, expect, test } from "vitest";
import { inboxItem } from "#clinic/testing/inbox.ts";
import type { InboxItem } from "#contract/care/inbox.ts";
import { patient } from "#clinic/testing/patients.ts";
import { staffId } from "#clinic/testing/staff.ts";
import { claimOf, workOf } from "#clinic/work/claim-of.ts";
import { actionFromSearch, caseActions, caseKeys, casePath, openActions } from "#clinic/work/case-keys.ts";
import { neighbourCase } from "./next-case.ts";

describe("decisions §11 what works in the list works in the case", () => {
  const id = staffId(1);
  test("a key on a row opens the case with the action, which its address names", () => {
    for (const action of caseActions)
      expect(actionFromSearch(new URL(casePath(id, action), "https://x.example").search)).toBe(action);
    expect(actionFromSearch("?do=delete")).toBeNull();
    expect(casePath(id)).toBe(`/clinic/case/${id}`);
  });

  test("each action has a key of its own, and none is the app's", () => {
    const keys = caseActions.map((action) => caseKeys[action].key);
    expect(new Set([...keys, "j", "k", "g", "/", "?"]).size).toBe(keys.length + 5);
  });

  test("nobody decides what somebody else works on, or what isn't theirs to decide", () => {
    const powers = { decides: true, taken: false, replies: true, notes: true };
    expect(openActions(powers)).toEqual(["approve", "decline", "message", "note", "reply", "next"]);
    expect(openActions({ ...powers, taken: true })).toEqual(["note", "next"]);
    expect(openActions({ ...powers, decides: false })).toEqual(["note", "reply", "next"]);
    expect(openActions({ decides: false, taken: false, replies: false, notes: false })).toEqual(["next"]);
  });
});

describe("after deciding, the next case opens", () => {
  const row = (number: number, kind: InboxItem["kind"] = "incoming") =>
    inboxItem({ kind, id: staffId(200 + number), patient: patient(number) });
  const items = [row(1), row(3, "accepted"), row(4), row(5)];
  const claim = (number: number, memberid: string) => ({
    ...{ kind: "case" as const, id: patient(number).id, memberid, name: "Ines Falk" },
    until: "2026-11-25T17:15:00Z",
  });
  const next = (patientId: string, claims = [claim(4, staffId(9))], by: 1 | -1 = 1) =>
    neighbourCase(items, claims, { patientId, memberId: staffId(1), by });

  test("the one below in the list, which nobody else works on; after the last one, the first", () => {
    expect(next(patient(1).id)).toBe(patient(3).id);
    expect(next(patient(3).id)).toBe(patient(5).id);
    expect(next(patient(3).id, [claim(4, staffId(1))])).toBe(patient(4).id);
    expect(next(patient(5).id)).toBe(patient(1).id);
  });

  test("backwards it ends at the first; from a case that is gone, the most urgent one comes", () => {
    expect([next(patient(5).id, undefined, -1), next(patient(1).id, undefined, -1)]).toEqual([patient(3).id, null]);
    expect(next(staffId(77))).toBe(patient(1).id);
  });

  test("a case of a state where this person may not decide is nobody's next, and one stays where one is", () => {
    const open = [row(1), { ...row(3), maydecide: false }, { ...row(4), maydecide: true }];
    const from = (number: number, by: 1 | -1 = 1) =>
      neighbourCase(open, [], { patientId: patient(number).id, memberId: staffId(1), by });
    expect([from(1), from(3), from(4)]).toEqual([patient(4).id, patient(4).id, patient(1).id]);
    expect([from(3, -1), from(4, -1)]).toEqual([patient(1).id, patient(1).id]);
  });

  test("none is left", () => {
    expect(neighbourCase([row(1)], [], { patientId: patient(1).id, memberId: staffId(1) })).toBeNull();
  });

  test("a case is claimed by its patient, other work by its own id, and what nobody decides not at all", () => {
    expect(workOf(row(3, "accepted"))).toEqual({ kind: "case", id: patient(3).id });
    expect(workOf(row(2, "conversation"))).toEqual({ kind: "conversation", id: staffId(202) });
    expect(workOf(row(2, "emergency"))).toBeNull();
    const claims = [claim(3, staffId(9))];
    expect(claimOf(claims, { kind: "case", id: patient(3).id })).toBe(claims[0]);
    expect(claimOf(claims, { kind: "identity", id: patient(3).id })).toBeNull();
  });
});
