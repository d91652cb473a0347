import { describe, expect, test } from "vitest";
import { isApiError } from "#app/api/api-error.ts";
import { fakeServer } from "#clinic/testing/fake-server.ts";
import { member, openSession } from "#clinic/testing/staff.ts";
import { auditCalls } from "#contract/care/audit.ts";
import { staffMemberCalls } from "#contract/staff/members.ts";
import { staffSessionCalls } from "#contract/staff/sessions.ts";

const list = { items: [member()] };
const invitation = { body: { email: "ada@practice.example", name: "Ada", roles: ["nurse" as const] } };
const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "worked",
    (error: unknown) => (isApiError(error) ? error.code : String(error)),
  );

describe("decisions §11 the staff app's calls", () => {
  test("go to this origin as the contract says, with the cookie and without any header that identifies a person", async () => {
    const { call, sent } = fakeServer([{ items: [], nextpage: null }]);
    await call(auditCalls.audit, { query: { actor: "staff:1", nextpage: "" } });
    expect(sent[0]).toMatchObject({ method: "GET", url: "/api/clinic/audit?actor=staff%3A1&nextpage=" });
    expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(["accept"]);
  });

  test("a locked session holds a call back until it is unlocked, then it is sent again with the same key", async () => {
    let unlock: (unlocked: boolean) => void = () => {};
    const { call, sent, settings } = fakeServer([{ refused: "staff_session_locked" }, member()]);
    settings.gate = { unlocked: () => new Promise((resolve) => (unlock = resolve)) };
    const invited = call(staffMemberCalls.invite, invitation);
    await expect.poll(() => sent.length).toBe(1);
    unlock(true);
    expect(await invited).toMatchObject({ name: "Nora Nurse" });
    expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["key-1", "key-1"]);
    expect(sent[1]?.body).toEqual(invitation.body);
  });

  test("a call that needs a fresh proof is repeated once after it, and never a second time", async () => {
    const refused = { refused: "proof_required" } as const;
    let asked = 0;
    const gate = { proved: () => Promise.resolve(++asked > 0) };
    const worked = fakeServer([refused, member()], gate);
    expect(await codeOf(worked.call(staffMemberCalls.invite, invitation))).toBe("worked");
    const never = fakeServer([refused, refused, refused], gate);
    expect(await codeOf(never.call(staffMemberCalls.invite, invitation))).toBe("proof_required");
    expect([never.sent.length, asked]).toEqual([2, 2]);
  });

  test("somebody who would rather not prove it gets the refusal, and nothing is sent again", async () => {
    const { call, sent } = fakeServer([{ refused: "proof_required" }]);
    expect(await codeOf(call(staffMemberCalls.invite, invitation))).toBe("proof_required");
    expect(sent).toHaveLength(1);
  });

  test("the end of the session is told in one place, whichever call finds it", async () => {
    let ended = 0;
    const { call } = fakeServer([{ refused: "staff_session_ended" }, { refused: "staff_session_ended" }], {
      ended: () => void ended++,
    });
    expect(await codeOf(call(staffMemberCalls.members, {}))).toBe("staff_session_ended");
    expect(await codeOf(call(staffSessionCalls.proveCode, { body: { code: "123456" } }))).toBe("staff_session_ended");
    expect(ended).toBe(2);
  });

  test("without an answer a read, or a write with a key, is tried again, once; a sign-in is not", async () => {
    const read = fakeServer(["no answer", list]);
    expect(await codeOf(read.call(staffMemberCalls.members, {}))).toBe("worked");
    const write = fakeServer(["no answer", member()]);
    expect(await codeOf(write.call(staffMemberCalls.invite, invitation))).toBe("worked");
    expect(write.sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(["key-1", "key-1"]);
    const signIn = fakeServer(["no answer", openSession()]);
    const body = { email: "nora@practice.example", password: "twelve letters" };
    expect(await codeOf(signIn.call(staffSessionCalls.signIn, { body }))).toBe("network");
    expect(signIn.sent).toHaveLength(1);
  });

  test("a page that looks for news says so, which doesn't keep the session open", async () => {
    const { call, sent } = fakeServer([list]);
    await call(staffMemberCalls.members, {}, { background: true });
    expect(sent[0]?.headers.get("x-background")).toBe("1");
  });

  test("an answer that isn't the contract's is an error, not a page of undefined", async () => {
    const { call } = fakeServer([{ something: "else" }]);
    expect(await codeOf(call(staffMemberCalls.members, {}))).toBe("unexpected_reply");
  });
});
