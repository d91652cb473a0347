import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

const issue = async ({ token }: Pick<TestPatient, "token">) =>
  (await server.call(auth.getOneTimeToken, { body: {} }, { token })).ok;
const redeem = (onetimetoken: string) => server.call(auth.getToken, { body: { onetimetoken } });

test("§7 getonetimetoken: 256 bits, valid for sixty seconds", async () => {
  expect(await issue(await server.newPatient())).toEqual({
    onetimetoken: expect.stringMatching(/^[\w-]{43}$/),
    expiresin: 60,
  });
});

test("§7 gettoken: the other window gets a session of its own", async () => {
  const patient = await server.newPatient();
  const { status, ok, cookies } = await redeem((await issue(patient)).onetimetoken);
  expect([status, ok.userid]).toEqual([200, patient.id]);
  expect(cookies["refreshToken"]).toMatch(/^[\w-]{43}$/);
  await server.call(auth.signOut, { body: {} }, { token: patient.token });
  expect((await server.call(account.user, {}, { token: patient.token })).status).toBe(401);
  expect((await server.call(account.user, {}, { token: ok.idToken })).status).toBe(200);
});

test("§3 the token in the sign-in answer is one of these", async () => {
  const { email, password, id } = await server.newPatient();
  const { ok } = await server.call(auth.signIn, { body: { email, password } });
  expect((await redeem(ok.onetimetoken ?? "")).ok.userid).toBe(id);
});

test("one-time token: the second use is refused, also when both come at once", async () => {
  const { onetimetoken } = await issue(await server.newPatient());
  const answers = await Promise.all([1, 2, 3, 4].map(() => redeem(onetimetoken)));
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 401, 401, 401]);
  const again = await redeem(onetimetoken);
  expect([again.status, again.problem.message]).toEqual([401, "Invalid token"]);
});

test("one-time token: refused after sixty seconds", async () => {
  const { onetimetoken } = await issue(await server.newPatient());
  server.clock.advance(60_000);
  expect((await redeem(onetimetoken)).problem.code).toBe("invalid_token");
});

test("one-time token: the session it starts ends no later than the one it came from", async () => {
  const patient = await server.newPatient();
  server.clock.advance(6 * 24 * 3_600_000);
  const { ok } = await server.call(
    auth.refreshToken,
    { body: {} },
    { cookies: { refreshToken: patient.refreshToken } },
  );
  const { cookies } = await redeem((await issue({ token: ok.idToken })).onetimetoken);
  server.clock.advance(25 * 3_600_000);
  const late = await server.call(
    auth.refreshToken,
    { body: {} },
    { cookies: { refreshToken: cookies["refreshToken"] ?? "" } },
  );
  expect(late.problem.code).toBe("invalid_token");
});

test.each(["", "A".repeat(43), "A".repeat(129)])("one-time token: “%s” is refused", async (onetimetoken) => {
  expect((await redeem(onetimetoken)).status).toBeGreaterThanOrEqual(400);
});

test("§7 getonetimetoken: needs a session", async () => {
  expect((await server.call(auth.getOneTimeToken, { body: {} })).problem.code).toBe("need_auth");
});
