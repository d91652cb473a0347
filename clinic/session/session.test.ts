import { beforeEach, describe, expect, test } from "vitest";
import { fakeServer, type FakeAnswer } from "#clinic/testing/fake-server.ts";
import { lockedSession, member, openSession, staffId } from "#clinic/testing/staff.ts";
import { care } from "#contract/care/calls.ts";
import { staffMemberCalls } from "#contract/staff/members.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { createStaffSession } from "./session.ts";

const now = Date.parse("2026-11-25T17:00:00Z");
let cleared = 0;
let announced = 0;
beforeEach(() => {
  cleared = 0;
  announced = 0;
});

function sessionWith(...answers: FakeAnswer[]) {
  const server = fakeServer(answers);
  const session = createStaffSession({
    call: server.call,
    clearData: () => void cleared++,
    announce: () => void announced++,
    now: () => now,
  });
  server.settings.gate = session.gate;
  return { ...server, session };
}
const credentials = { email: "nora@practice.example", password: "twelve letters" };
const another = () =>
  openSession(["nurse"], { member: { ...openSession().member!, id: staffId(2), name: "Another Person" } });

describe("decisions §11 the session of the staff app", () => {
  test("nobody is signed in: the form, and no word of a session that ended", async () => {
    const { session } = sessionWith({ refused: "staff_session_ended" });
    await session.refresh();
    expect(session.get()).toMatchObject({ stage: "out", leftBy: null });
  });

  test("both factors: the password leads to the second step, the code opens the session", async () => {
    const waiting = openSession([], { stage: "second_factor", member: null, locksat: null });
    const { session } = sessionWith(waiting, openSession());
    await session.signIn(credentials);
    expect(session.get()).toMatchObject({ stage: "second_factor", member: null });
    await session.proveCode("123456");
    expect(session.get()).toMatchObject({ stage: "open", member: { name: "Nora Nurse" } });
    expect(announced).toBe(2);
  });

  test("a wrong code leaves the step where it is", async () => {
    const waiting = openSession([], { stage: "second_factor", member: null });
    const { session } = sessionWith(waiting, { refused: "wrong_proof" });
    await session.signIn(credentials);
    await expect(session.proveCode("123456")).rejects.toMatchObject({ code: "wrong_proof" });
    expect(session.get().stage).toBe("second_factor");
  });

  test("the server can't be reached at first: it says so, and a later try works", async () => {
    const { session } = sessionWith("no answer", "no answer", openSession());
    await session.refresh();
    expect(session.get().stage).toBe("unreachable");
    await session.refresh();
    expect(session.get().stage).toBe("open");
  });

  test("no answer while somebody works changes nothing", async () => {
    const { session } = sessionWith(openSession(), "no answer", "no answer");
    await session.refresh();
    await session.refresh();
    expect(session.get().stage).toBe("open");
  });
});

describe("decisions §11 the lock", () => {
  test("a call that finds the session locked waits for the proof, and what was read stays", async () => {
    const { session, call, sent } = sessionWith(openSession(), { refused: "staff_session_locked" }, openSession(), {
      items: [member()],
    });
    await session.refresh();
    const team = call(staffMemberCalls.members, {});
    await expect.poll(() => session.get().stage).toBe("locked");
    await session.proveCode("123456");
    expect((await team).items).toHaveLength(1);
    expect([sent.length, cleared]).toEqual([4, 0]);
  });

  test("behind it the page keeps the person and what they may open, so that nothing typed is lost", async () => {
    const { session } = sessionWith(openSession(["nurse"]), lockedSession());
    await session.refresh();
    await session.refresh();
    expect(session.get().stage).toBe("locked");
    expect(session.get().member?.scopes).toContain("clinical");
  });

  test("a page opened while it is locked knows nobody yet, so it draws no page below", async () => {
    const { session } = sessionWith(lockedSession());
    await session.refresh();
    expect(session.get()).toMatchObject({ stage: "locked", member: null });
  });

  test("locking is at once, also offline, and an answer that still says open doesn't undo it", async () => {
    const { session, sent } = sessionWith(openSession(), "no answer", lockedSession());
    await session.refresh();
    const locking = session.lock();
    expect(session.get().stage).toBe("locked");
    await locking;
    expect(session.get().stage).toBe("locked");
    await session.refresh();
    expect(sent.map(({ url }) => url)).toEqual([
      "/api/clinic/staff/session",
      "/api/clinic/staff/lock",
      "/api/clinic/staff/lock",
    ]);
    expect(session.get().stage).toBe("locked");
  });

  test("another person who signs in sees nothing the one before had read", async () => {
    const { session } = sessionWith(openSession(), another());
    await session.refresh();
    await session.refresh();
    expect(cleared).toBe(1);
    expect(session.get().member?.name).toBe("Another Person");
  });
});

test("decisions §11 roles that were taken away take what was read with them", async () => {
  const { session } = sessionWith(
    openSession(["nurse", "administrator"]),
    openSession(["nurse"]),
    openSession(["nurse"]),
  );
  for (let look = 0; look < 3; look++) await session.refresh();
  expect(session.get().member?.scopes).not.toContain("audit");
  expect(cleared).toBe(1);
});

describe("decisions §11 a fresh proof", () => {
  test("what needs one asks for it, goes ahead afterwards, and asks once for two calls", async () => {
    const refused = { refused: "proof_required" } as const;
    const { session, call, sent } = sessionWith(openSession(), refused, refused, openSession(), member(), member());
    await session.refresh();
    const both = [1, 2].map(() => call(staffMemberCalls.disableMember, { params: { id: staffId(3) }, body: {} }));
    await expect.poll(() => sent.length).toBe(3);
    await expect.poll(() => session.get().proving).toBe(true);
    await session.proveCode("123456");
    expect(await Promise.all(both)).toHaveLength(2);
    expect(session.get().proving).toBe(false);
  });

  test("somebody who closes the question gets the refusal", async () => {
    const { session, call } = sessionWith(openSession(), { refused: "proof_required" });
    await session.refresh();
    const disabled = call(staffMemberCalls.disableMember, { params: { id: staffId(3) }, body: {} });
    await expect.poll(() => session.get().proving).toBe(true);
    session.cancelProof();
    await expect(disabled).rejects.toMatchObject({ code: "proof_required" });
  });

  test("an export asks for one unless the last still counts", async () => {
    const { session } = sessionWith(openSession(), openSession(["nurse"], { freshuntil: null }));
    await session.refresh();
    expect(await session.ensureFresh()).toBe(true);
    await session.refresh();
    const asked = session.ensureFresh();
    expect(session.get().proving).toBe(true);
    session.cancelProof();
    expect(await asked).toBe(false);
  });
});

describe("decisions §11 a record outside one's queue asks for a reason", () => {
  const refused = { refused: "reason_required", details: { patientid: staffId(9) } } as const;
  const other = { refused: "reason_required", details: { patientid: staffId(8) } } as const;
  const open = { patientid: staffId(9), until: "2026-11-25T18:00:00.000Z" };
  const release = { kind: "case", id: staffId(9) } as const;
  const read = (call: ReturnType<typeof sessionWith>["call"]) =>
    call(staffWorkCalls.release, { params: release }, { background: true });

  test("what waits for it goes ahead once it is given; two calls ask once", async () => {
    const { session, call, sent } = sessionWith(openSession(), refused, refused, open, release, release);
    await session.refresh();
    const both = [read(call), read(call)];
    await expect.poll(() => sent.length).toBe(3);
    await expect.poll(() => session.get().askingFor).toBe(staffId(9));
    await session.giveReason(staffId(9), { reason: "second_opinion" });
    expect(await Promise.all(both)).toHaveLength(2);
    expect(session.get().askingFor).toBeNull();
    expect(sent[3]).toMatchObject({ url: `/api/clinic/patient/${staffId(9)}/recordaccess` });
  });

  test("a reason the server refuses leaves the question open", async () => {
    const { session, call } = sessionWith(openSession(), refused, { refused: "bad_request" });
    await session.refresh();
    const reading = read(call);
    await expect.poll(() => session.get().askingFor).toBe(staffId(9));
    await expect(session.giveReason(staffId(9), { reason: "other" })).rejects.toMatchObject({ code: "bad_request" });
    expect(session.get().askingFor).toBe(staffId(9));
    session.cancelReason(staffId(9));
    await expect(reading).rejects.toMatchObject({ code: "reason_required" });
  });

  test("somebody who gives none isn't asked again by a page that looks for news, until they want to be", async () => {
    const { session, call } = sessionWith(openSession(), refused, refused, refused);
    await session.refresh();
    const first = read(call);
    await expect.poll(() => session.get().askingFor).toBe(staffId(9));
    session.cancelReason(staffId(9));
    await expect(first).rejects.toMatchObject({ code: "reason_required" });
    await expect(read(call)).rejects.toMatchObject({ code: "reason_required" });
    expect(session.get().askingFor).toBeNull();
    session.gate.askAgain();
    const third = read(call);
    await expect.poll(() => session.get().askingFor).toBe(staffId(9));
    session.cancelReason(staffId(9));
    await expect(third).rejects.toMatchObject({ code: "reason_required" });
  });

  test("whoever signs in next is asked, although the person before gave none", async () => {
    const { session, call } = sessionWith(openSession(), refused, { message: "Done" }, another(), refused);
    await session.refresh();
    const first = read(call);
    await expect.poll(() => session.get().askingFor).toBe(staffId(9));
    session.cancelReason(staffId(9));
    await expect(first).rejects.toMatchObject({ code: "reason_required" });
    await session.signOut();
    await session.signIn(credentials);
    const next = read(call);
    await expect.poll(() => session.get().askingFor).toBe(staffId(9));
    session.cancelReason(staffId(9));
    await expect(next).rejects.toMatchObject({ code: "reason_required" });
  });

  test("of two patients one is asked about after the other; the end of the session refuses what waits", async () => {
    const { session, call, sent } = sessionWith(openSession(), refused, other, { refused: "staff_session_ended" });
    await session.refresh();
    const both = [read(call), read(call)];
    await expect.poll(() => sent.length).toBe(3);
    await expect.poll(() => session.get().askingFor).toBe(staffId(9));
    session.cancelReason(staffId(9));
    expect(session.get().askingFor).toBe(staffId(8));
    await session.refresh();
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(session.get().askingFor).toBeNull();
  });
});

describe("a decision for a patient with an open emergency", () => {
  const emergency = {
    id: staffId(5),
    reportedat: "2026-11-25T16:50:00.000Z",
    title: "Call 911",
    words: "my chest hurts",
  };
  const another = { ...emergency, id: staffId(6), words: "I can't breathe" };
  const refused = (...emergencies: object[]) => ({ refused: "emergency_open", details: { emergencies } }) as const;
  const stop = (call: ReturnType<typeof sessionWith>["call"]) =>
    call(care.cancelOrder, { params: { id: staffId(7) }, body: { reason: "Moves" } });
  const codeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => "done",
      (error: { code: string }) => error.code,
    );

  test("is sent again once the person has seen it, with its id and the same key; one reported in between is asked about as well", async () => {
    const { session, call, sent } = sessionWith(openSession(), refused(emergency), refused(emergency, another), {
      refused: "wrong_state",
    });
    await session.refresh();
    const asked = codeOf(stop(call));
    await expect.poll(() => session.get().emergencies).toEqual([emergency]);
    session.answerEmergency(true);
    await expect.poll(() => session.get().emergencies).toEqual([emergency, another]);
    session.answerEmergency(true);
    expect(await asked).toBe("wrong_state");
    expect(session.get().emergencies).toBeNull();
    const calls = sent.slice(1).map(({ headers }) => [headers.get("x-emergency-seen"), headers.get("idempotency-key")]);
    expect(calls).toEqual([
      [null, "key-1"],
      [staffId(5), "key-1"],
      [`${staffId(5)},${staffId(6)}`, "key-1"],
    ]);
  });

  test("isn't sent again by somebody who would rather not; two that wait are asked about one after the other, and the end of the session refuses both", async () => {
    const { session, call, sent } = sessionWith(
      openSession(),
      refused(emergency),
      refused(another),
      refused(emergency),
      {
        refused: "staff_session_ended",
      },
    );
    await session.refresh();
    const both = [codeOf(stop(call)), codeOf(stop(call))];
    await expect.poll(() => sent.length).toBe(3);
    await expect.poll(() => session.get().emergencies).not.toBeNull();
    session.answerEmergency(false);
    await expect.poll(() => session.get().emergencies).toEqual([another]);
    session.answerEmergency(false);
    expect(await Promise.all(both)).toEqual(["emergency_open", "emergency_open"]);
    const third = codeOf(stop(call));
    await expect.poll(() => session.get().emergencies).toEqual([emergency]);
    await session.refresh();
    expect(await third).toBe("emergency_open");
    expect([sent.length, session.get().emergencies]).toEqual([5, null]);
  });
});

describe("decisions §11 the end", () => {
  test("somebody who was disabled is out at the next look, with nothing kept", async () => {
    const { session } = sessionWith(openSession(), { refused: "staff_session_ended" });
    await session.refresh();
    await session.refresh();
    expect(session.get()).toEqual({
      stage: "out",
      session: null,
      member: null,
      leftBy: "ended",
      proving: false,
      askingFor: null,
      emergencies: null,
    });
    expect(cleared).toBeGreaterThan(0);
  });

  test("what waited behind the lock is refused when the session ends, not sent as the next person", async () => {
    const { session, call, sent } = sessionWith(
      openSession(),
      { refused: "staff_session_locked" },
      { refused: "staff_session_ended" },
      another(),
    );
    await session.refresh();
    const team = call(staffMemberCalls.members, {});
    await expect.poll(() => session.get().stage).toBe("locked");
    await session.refresh();
    await expect(team).rejects.toMatchObject({ code: "staff_session_locked" });
    await session.signIn(credentials);
    expect(sent).toHaveLength(4);
  });

  test("two calls that find the same end clear what was read once, not what the form to sign in reads", async () => {
    const ended = { refused: "staff_session_ended" } as const;
    const { session, call } = sessionWith(openSession(), ended, ended);
    await session.refresh();
    await Promise.allSettled([call(staffMemberCalls.members, {}), call(staffMemberCalls.members, {})]);
    expect([session.get().leftBy, cleared]).toEqual(["ended", 1]);
  });

  test("signing out clears every cache; when the server can't be reached it says so instead", async () => {
    const { session } = sessionWith(openSession(), "no answer", { message: "Done" });
    await session.refresh();
    await expect(session.signOut()).rejects.toMatchObject({ code: "network" });
    expect([session.get().stage, cleared]).toEqual(["open", 0]);
    await session.signOut();
    expect(session.get()).toMatchObject({ stage: "out", leftBy: "signed_out", session: null });
    expect(cleared).toBeGreaterThan(0);
  });

  test("an answer to a question asked before a change is outdated", async () => {
    const { session } = sessionWith(openSession(), openSession(), { message: "Done" });
    await session.refresh();
    const asked = session.refresh();
    await session.signOut().catch(() => {});
    await asked;
    expect(session.get().stage).toBe("out");
  });
});
