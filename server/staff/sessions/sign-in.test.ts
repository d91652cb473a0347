import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { care } from "#contract/care/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { staffLimits } from "#contract/staff/constants.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { codeAt } from "../factors/authenticator.ts";
import { deleteExpiredStaffRows } from "../jobs.ts";
import { signedInStaff, staffBrowser, staffPassword, type StaffPerson } from "../testing/staff-people.ts";

let server: TestServer;
let nurse: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  nurse = await signedInStaff(server, ["nurse"]);
});
afterAll(() => server.close());

const minutes = (count: number) => server.clock.advance(count * 60_000);
/** A code counts once, so each needs a step of its own. */
const nextCode = (person: StaffPerson) => {
  server.clock.advance(60_000);
  return person.code();
};
const passwordOf = ({ email }: { readonly email: string }) => ({ body: { email, password: staffPassword } });
const sees = async (browser: StaffPerson["browser"]) => {
  const { status, problem } = await browser.call(care.patients, { query: {} });
  return status === 200 ? "ok" : problem.code;
};

/** Signed in on another browser. */
async function elsewhere(person: StaffPerson) {
  const browser = staffBrowser(server);
  await browser.call(staff.signIn, passwordOf(person));
  const { status } = await browser.call(staff.proveCode, { body: { code: nextCode(person) } });
  expect(status).toBe(200);
  return browser;
}

describe("decisions §11 signing in takes both factors", () => {
  it("a password alone opens nothing and names nobody; the code opens the session under a new secret", async () => {
    const browser = staffBrowser(server);
    const first = await browser.call(staff.signIn, passwordOf(nurse));
    expect(first.ok).toMatchObject({ stage: "second_factor", member: null, proofs: ["code", "recovery_code"] });
    expect(await sees(browser)).toBe("staff_session_ended");
    const before = browser.cookies()["staffSession"];
    const second = await browser.call(staff.proveCode, { body: { code: nextCode(nurse) } });
    expect(second.ok).toMatchObject({ stage: "open", member: { id: nurse.id, roles: ["nurse"] } });
    expect(browser.cookies()["staffSession"]).not.toBe(before);
    expect(await sees(browser)).toBe("ok");
    const old = await server.call(care.patients, { query: {} }, { cookies: { staffSession: before ?? "" } });
    expect(old.problem.code).toBe("staff_session_ended");
  });

  it("an unknown e-mail, a disabled person and a wrong password get the same words", async () => {
    const left = await signedInStaff(server, ["nurse"]);
    await server.services.db
      .updateTable("staff_member")
      .set({ disabled_at: server.clock.now() })
      .where("id", "=", left.id)
      .execute();
    const answers = await Promise.all(
      [
        { email: "nobody@practice.example", password: staffPassword },
        { email: left.email, password: staffPassword },
        { email: nurse.email, password: "lavender between two fences" },
      ].map(async (body) => {
        const { status, problem, cookies } = await staffBrowser(server).call(staff.signIn, { body });
        return { status, problem, cookies };
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 401, problem: { code: "wrong_credentials" }, cookies: {} });
  });

  it("each code of the app counts once, also for two browsers at the same moment", async () => {
    const browsers = [staffBrowser(server), staffBrowser(server)];
    for (const browser of browsers) await browser.call(staff.signIn, passwordOf(nurse));
    const code = nextCode(nurse);
    const answers = await Promise.all(browsers.map((browser) => browser.call(staff.proveCode, { body: { code } })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it("a code that was used, like the one that set up the app, says so; so does one of an app that was never confirmed", async () => {
    const person = await signedInStaff(server, ["nurse"]);
    const enter = async (code: string) => {
      const browser = staffBrowser(server);
      await browser.call(staff.signIn, passwordOf(person));
      return (await browser.call(staff.proveCode, { body: { code } })).problem;
    };
    expect(await enter(person.code())).toEqual({
      code: "wrong_proof",
      message: expect.stringContaining("used already") as string,
    });
    const { secret } = (await person.browser.call(staff.newAuthenticator, { body: {} })).ok;
    server.clock.advance(60_000);
    expect((await enter(codeAt(secret, server.clock.now()))).message).toContain("wasn't finished");
    const shown = [-1, 0, 1].map((step) =>
      codeAt(person.secret, new Date(server.clock.now().getTime() + step * 30_000)),
    );
    const wrong = ["000000", "111111", "222222", "333333"].find((code) => !shown.includes(code)) ?? "";
    expect((await enter(wrong)).message).toBe("That didn't work. Please try again, or prove it another way.");
  });

  it("a recovery code counts once, however it is typed", async () => {
    const [code = ""] = nurse.recoveryCodes;
    const enter = async (typed: string) => {
      const browser = staffBrowser(server);
      await browser.call(staff.signIn, passwordOf(nurse));
      return (await browser.call(staff.proveRecoveryCode, { body: { code: typed } })).status;
    };
    expect(await enter(` ${code.toUpperCase().replaceAll("-", " ")}`)).toBe(200);
    expect(await enter(code)).toBe(401);
  });

  it("the password is worth ten minutes", async () => {
    const browser = staffBrowser(server);
    await browser.call(staff.signIn, passwordOf(nurse));
    minutes(staffLimits.secondFactorMinutes);
    const { problem } = await browser.call(staff.proveCode, { body: { code: nurse.code() } });
    expect(problem.code).toBe("staff_session_ended");
  });

  it("codes can't be guessed: after twenty wrong ones the person waits, and a passkey or another person doesn't", async () => {
    const target = await signedInStaff(server, ["nurse"]);
    const browser = staffBrowser(server);
    await browser.call(staff.signIn, passwordOf(target));
    const wrong = target.code() === "000000" ? "000001" : "000000";
    const statuses: number[] = [];
    for (let tried = 0; tried < 21; tried += 1)
      statuses.push((await browser.call(staff.proveCode, { body: { code: wrong } })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 401), 429]);
    expect(await sees(await elsewhere(nurse))).toBe("ok");
  });

  it("wrong passwords from a stranger don't lock out the person on the browser they use", async () => {
    const target = await signedInStaff(server, ["nurse"]);
    const known = await elsewhere(target);
    for (let tried = 0; tried < 25; tried += 1)
      await staffBrowser(server).call(
        staff.signIn,
        { body: { email: target.email, password: `guess number ${tried}` } },
        { address: `10.9.0.${tried}` },
      );
    await known.call(staff.signOut, { body: {} });
    expect((await known.call(staff.signIn, passwordOf(target))).status).toBe(200);
  });

  it("each step is in the audit as theirs, done or refused", async () => {
    const rows = await server.services.db
      .selectFrom("audit_event")
      .select(["call", "code"])
      .where("actor", "=", `staff:${nurse.id}`)
      .execute();
    const seen = new Set(rows.map(({ call, code }) => `${call} ${code ?? "done"}`));
    for (const step of [
      "staff.signIn done",
      "staff.signIn wrong_credentials",
      "staff.proveCode done",
      "care.patients done",
    ])
      expect(seen).toContain(step);
  });
});

describe("decisions §11 sessions last 12 h and lock after 15 min idle", () => {
  it("locks after fifteen minutes without a call; a proof unlocks it, and it is the same session", async () => {
    const browser = await elsewhere(nurse);
    minutes(staffLimits.idleMinutes - 1);
    expect(await sees(browser)).toBe("ok");
    minutes(staffLimits.idleMinutes);
    expect(await sees(browser)).toBe("staff_session_locked");
    const { ok } = await browser.call(staff.session, {});
    expect(ok.session).toMatchObject({ stage: "locked", member: { name: "Ines Falk", scopes: [] } });
    expect((await browser.call(staff.proveCode, { body: { code: nextCode(nurse) } })).ok.stage).toBe("open");
    expect(await sees(browser)).toBe("ok");
  });

  it("what a page asks by itself does not keep it open, nor does asking for the session", async () => {
    const browser = await elsewhere(nurse);
    for (let passed = 0; passed < staffLimits.idleMinutes; passed += 5) {
      minutes(5);
      await browser.call(care.patients, { query: {} }, { headers: { "x-background": "1" } });
      await browser.call(staff.session, {});
    }
    expect(await sees(browser)).toBe("staff_session_locked");
  });

  it("ends twelve hours after sign-in, however much it is used", async () => {
    const browser = await elsewhere(nurse);
    for (let hour = 0; hour < staffLimits.sessionHours * 6; hour += 1) {
      minutes(10);
      if (hour < staffLimits.sessionHours * 6 - 1) expect(await sees(browser)).toBe("ok");
    }
    expect(await sees(browser)).toBe("staff_session_ended");
  });

  it("can be locked at once; nobody unlocks it with a password alone", async () => {
    const browser = await elsewhere(nurse);
    expect((await browser.call(staff.lock, { body: {} })).ok.stage).toBe("locked");
    expect(await sees(browser)).toBe("staff_session_locked");
    expect((await browser.call(staff.proveCode, { body: { code: "000000" } })).problem.code).toBe("wrong_proof");
    expect(await sees(browser)).toBe("staff_session_locked");
  });

  it("signing out ends this one, or all of the person's", async () => {
    const [one, two, three] = [await elsewhere(nurse), await elsewhere(nurse), await elsewhere(nurse)];
    await one.call(staff.signOut, { body: {} });
    expect([await sees(one), await sees(two)]).toEqual(["api_key_required", "ok"]);
    await two.call(staff.signOut, { body: { everywhere: true } });
    expect(await sees(three)).toBe("staff_session_ended");
  });
});

describe("a practice's desks behind one address", () => {
  it("each have the requests of an address for themselves; without a session they share one", async () => {
    const practice = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "60" });
    // The minute doesn't end during the test, however long it takes.
    vi.useFakeTimers({ toFake: ["Date", "setTimeout"] });
    try {
      const [one, two] = [await signedInStaff(practice, ["nurse"]), await signedInStaff(practice, ["nurse"])];
      const asked = async (desk: StaffPerson) => (await desk.browser.call(care.patients, { query: {} })).status;
      const statuses: number[] = [];
      for (let count = 0; count < 61; count += 1) statuses.push(await asked(one));
      expect([statuses.filter((status) => status === 200).length >= 55, statuses.at(-1)]).toEqual([true, 429]);
      expect(await asked(two)).toBe(200);
      // A cookie that opens nothing lifts no limit, and takes nothing from those who are in.
      const stranger = async (count: number) =>
        (await practice.call(care.patients, { query: {} }, { cookies: { staffSession: `made up ${count}` } })).status;
      const answers: number[] = [];
      for (let count = 0; count < 61; count += 1) answers.push(await stranger(count));
      expect([answers[0], answers.at(-1)]).toEqual([401, 429]);
      expect(await asked(two)).toBe(200);
    } finally {
      vi.useRealTimers();
      await practice.close();
    }
  });
});

describe("what nobody needs any more", () => {
  it("is deleted: ways to the provider and claims after a day, sessions, links and drafts after a month", async () => {
    const { db, clock } = server.services;
    const count = async () => {
      const rows = await db.selectFrom("staff_session").select("id").execute();
      return rows.length;
    };
    expect(await count()).toBeGreaterThan(0);
    await deleteExpiredStaffRows(db, clock.now());
    expect(await count()).toBeGreaterThan(0);
    await deleteExpiredStaffRows(db, new Date(clock.now().getTime() + 40 * 86_400_000));
    expect(await count()).toBe(0);
  });
});

describe("a page that isn't ours", () => {
  it.each([
    ["another site", { "sec-fetch-site": "cross-site" }],
    ["a sister domain, whose requests SameSite lets through", { "sec-fetch-site": "same-site" }],
    ["an origin of its own in an old browser", { "sec-fetch-site": "", origin: "https://shop.example" }],
  ])("can do nothing with the cookie: %s", async (_, headers) => {
    const person = await signedInStaff(server, ["administrator"]);
    const body = { email: "x@practice.example", name: "X", roles: ["nurse" as const] };
    const sent = await server.app.inject({
      method: "POST",
      url: "/api/clinic/team",
      cookies: person.browser.cookies(),
      headers: Object.fromEntries(Object.entries(headers).filter(([, value]) => value !== "")),
      payload: body,
    });
    expect([sent.statusCode, sent.json().code]).toEqual([403, "forbidden"]);
    const signOut = await person.browser.call(
      staff.signOut,
      { body: {} },
      { headers: { "sec-fetch-site": "same-site" } },
    );
    expect(signOut.status).toBe(403);
  });
});
