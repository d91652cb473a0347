import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { movableClock } from "#server/platform/clock/clock.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
/** The clock stands still unless a test moves it, so that no test depends on its own speed. */
const started = new Date();
const clock = movableClock({ now: () => started });
beforeAll(async () => void (server = await startTestServer({ clock })));
beforeEach(() => clock.setOffset(0));
afterAll(() => server.close());

const day = 24 * 3_600_000;
const refresh = (refreshToken: string) => server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken } });
const status = async (token: string) => (await server.call(account.user, {}, { token })).status;

test("§7 refreshtoken: answers a new access token and rotates the cookie", async () => {
  const patient = await server.newPatient();
  clock.advance(16 * 60_000);
  expect(await status(patient.token)).toBe(401);
  const { status: answered, ok, cookies } = await refresh(patient.refreshToken);
  expect(answered).toBe(200);
  expect(ok).toEqual({
    message: "success",
    idToken: expect.any(String),
    userid: patient.id,
    onboardingstatus: "PENDING",
  });
  expect(cookies["refreshToken"]).not.toBe(patient.refreshToken);
  expect(await status(ok.idToken)).toBe(200);
});

test("sessions: the refresh token is stored as a hash only", async () => {
  const { refreshToken } = await server.newPatient();
  const rows = await server.services.db.selectFrom("refresh_token").selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(refreshToken);
  expect(rows.some((row) => Buffer.from(row.token_hash).equals(Buffer.from(refreshToken, "base64url")))).toBe(false);
});

test("sessions: twenty refreshes at once with one cookie all succeed with one successor", async () => {
  const patient = await server.newPatient();
  const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(patient.refreshToken)));
  expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
  const successors = new Set(answers.map(({ cookies }) => cookies["refreshToken"]));
  expect(successors.size).toBe(1);
  const [successor = ""] = successors;
  expect((await refresh(successor)).status).toBe(200);
});

test("sessions: within ten seconds a used token gets the same answer", async () => {
  const patient = await server.newPatient();
  const first = await refresh(patient.refreshToken);
  clock.advance(9000);
  const second = await refresh(patient.refreshToken);
  expect(second.cookies["refreshToken"]).toBe(first.cookies["refreshToken"]);
});

test("sessions: a used token after the window ends the session and all its tokens, at once", async () => {
  const patient = await server.newPatient();
  const thief = await refresh(patient.refreshToken);
  clock.advance(11_000);
  expect((await refresh(patient.refreshToken)).problem.message).toBe("Invalid token");
  expect(await status(thief.ok.idToken)).toBe(401);
  expect((await refresh(thief.cookies["refreshToken"] ?? "")).status).toBe(401);
});

test("sessions: reuse ends the one session, not the patient's others", async () => {
  const patient = await server.newPatient();
  const other = await server.call(auth.signIn, { body: { email: patient.email, password: patient.password } });
  await refresh(patient.refreshToken);
  clock.advance(11_000);
  await refresh(patient.refreshToken);
  expect(await status(other.ok.idToken)).toBe(200);
  expect((await refresh(other.cookies["refreshToken"] ?? "")).status).toBe(200);
});

test("sessions: over after seven days, however often they are refreshed", async () => {
  const patient = await server.newPatient();
  let { refreshToken } = patient;
  for (let days = 1; days < 7; days += 1) {
    clock.advance(day);
    refreshToken = (await refresh(refreshToken)).cookies["refreshToken"] ?? "";
  }
  clock.advance(day - 60_000);
  const last = await refresh(refreshToken);
  expect(last.status).toBe(200);
  clock.advance(61_000);
  expect((await server.call(account.user, {}, { token: last.ok.idToken })).problem.code).toBe("token_expired");
  expect((await refresh(last.cookies["refreshToken"] ?? "")).problem.code).toBe("invalid_token");
});

test("§8 refreshtoken: no cookie is Need auth, an unknown one is invalid and cleared", async () => {
  const none = await server.call(auth.refreshToken, { body: {} });
  expect([none.status, none.problem.message]).toEqual([401, "Need auth"]);
  const foreign = await refresh("A".repeat(43));
  expect([foreign.status, foreign.problem.message]).toEqual([401, "Invalid token"]);
  expect(String(foreign.headers["set-cookie"])).toMatch(/^refreshToken=;.*Expires=Thu, 01 Jan 1970/);
});

test.each(["", "true"])("§5 refreshtoken: the flag may be %j", async (flag) => {
  const cookies = { refreshToken: (await server.newPatient()).refreshToken };
  const body = { refreshtoken: flag } as { refreshtoken: "true" };
  expect((await server.call(auth.refreshToken, { body }, { cookies })).status).toBe(200);
});

test.each(["false", "TRUE", "1", true, 1])(
  "§5 refreshtoken: the flag %j is refused, and the session stays",
  async (flag) => {
    const cookies = { refreshToken: (await server.newPatient()).refreshToken };
    const body = { refreshtoken: flag } as { refreshtoken: "true" };
    const { status: answered, problem } = await server.call(auth.refreshToken, { body }, { cookies });
    expect([answered, problem.details?.fields?.[0]?.path]).toEqual([400, "refreshtoken"]);
    expect((await refresh(cookies.refreshToken)).status).toBe(200);
  },
);

test("§7 gettoken: without a one-time token it continues the session of the cookie", async () => {
  const { refreshToken, id } = await server.newPatient();
  for (const body of [undefined, {}, null]) {
    const { status: answered, ok } = await server.call(auth.getToken, { body }, { cookies: { refreshToken } });
    expect([answered, ok.userid]).toEqual([200, id]);
  }
  expect((await server.call(auth.getToken, { body: {} })).problem.code).toBe("need_auth");
});
