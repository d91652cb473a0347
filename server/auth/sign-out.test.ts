import { afterAll, beforeAll, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { createRevokedSessions } from "#server/platform/revoked-sessions.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { deleteExpiredAuthRows } from "./jobs.ts";
import { createAuthenticator, createRevocationPoll } from "./sessions/authenticator.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const works = async (token: string) => (await server.call(account.user, {}, { token })).status === 200;
const refreshes = async (refreshToken = "") =>
  (await server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken } })).status === 200;

async function secondSession({ email, password }: TestPatient) {
  const { ok, cookies } = await server.call(auth.signIn, { body: { email, password } });
  return { token: ok.idToken, refreshToken: cookies["refreshToken"] };
}

test("§7 signout: ends this session at once and clears the cookie; others live on", async () => {
  const patient = await server.newPatient();
  const other = await secondSession(patient);
  const { token, refreshToken } = patient;
  const { status, ok, headers } = await server.call(auth.signOut, { body: {} }, { token, cookies: { refreshToken } });
  expect([status, ok]).toEqual([200, { message: "success" }]);
  expect(String(headers["set-cookie"])).toMatch(/^refreshToken=;/);
  const refused = await server.call(account.user, {}, { token });
  expect([refused.status, refused.problem.message]).toEqual([401, "Invalid token"]);
  expect(await refreshes(refreshToken)).toBe(false);
  expect([await works(other.token), await refreshes(other.refreshToken)]).toEqual([true, true]);
});

test("§7 signout: with the cookie alone, when the access token is gone, it ends the session too", async () => {
  const { token, refreshToken } = await server.newPatient();
  await server.call(auth.signOut, { body: {} }, { cookies: { refreshToken } });
  expect([await works(token), await refreshes(refreshToken)]).toEqual([false, false]);
});

test("§7 signout: without any session it succeeds", async () => {
  expect((await server.call(auth.signOut, { body: {} })).status).toBe(200);
});

test("§7 globalsignout: ends every session of the patient at once, and nobody else's", async () => {
  const [patient, stranger] = [await server.newPatient(), await server.newPatient()];
  const other = await secondSession(patient);
  const { ok: carried } = await server.call(auth.getOneTimeToken, { body: {} }, { token: other.token });
  expect((await server.call(auth.globalSignOut, { body: {} }, { token: patient.token })).status).toBe(200);
  expect([await works(patient.token), await works(other.token)]).toEqual([false, false]);
  expect([await refreshes(patient.refreshToken), await refreshes(other.refreshToken)]).toEqual([false, false]);
  const redeemed = await server.call(auth.getToken, { body: carried });
  expect(redeemed.problem.code).toBe("invalid_token");
  expect(await works(stranger.token)).toBe(true);
});

test("§7 globalsignout: needs a session", async () => {
  expect((await server.call(auth.globalSignOut, { body: {} })).problem.code).toBe("need_auth");
});

test("sessions: a session ended before the server started stays ended", async () => {
  const { token } = await server.newPatient();
  await server.call(auth.signOut, { body: {} }, { token });
  const { services } = server;
  const restarted = await createAuthenticator({ ...services, revokedSessions: createRevokedSessions(services.clock) });
  await expect(restarted(token)).rejects.toMatchObject({ code: "invalid_token" });
});

test("sessions: a session ended on one node is ended on another after its next poll", async () => {
  const { services } = server;
  const otherNode = { ...services, revokedSessions: createRevokedSessions(services.clock) };
  const authenticate = await createAuthenticator(otherNode);
  const { now: poll } = createRevocationPoll(otherNode);
  const { token, id } = await server.newPatient();
  expect(await authenticate(token)).toMatchObject({ patientId: id });
  await server.call(auth.signOut, { body: {} }, { token });
  await poll();
  await expect(authenticate(token)).rejects.toMatchObject({ code: "invalid_token" });
});

test("sessions: expired ones are removed, live ones stay", async () => {
  const { db, clock } = server.services;
  const old = await server.newPatient();
  await server.call(auth.forgotPassword, { body: { email: old.email } });
  await server.jobs.drain();
  server.clock.advance(20 * 24 * 3_600_000);
  const { token, refreshToken } = await server.newPatient();
  await deleteExpiredAuthRows(db, clock.now());
  const links = (purpose: "session_handoff" | "password_recovery") =>
    db.selectFrom("single_use_link").selectAll().where("purpose", "=", purpose).execute();
  expect(await links("session_handoff")).toHaveLength(1);
  expect(await links("password_recovery")).toEqual([]);
  const sessions = () => db.selectFrom("session").select("id").where("patient_id", "=", old.id).execute();
  expect(await sessions()).toHaveLength(1);
  server.clock.advance(18 * 24 * 3_600_000);
  await deleteExpiredAuthRows(db, clock.now());
  expect(await sessions()).toEqual([]);
  server.clock.setOffset(20 * 24 * 3_600_000);
  expect([await works(token), await refreshes(refreshToken)]).toEqual([true, true]);
});
