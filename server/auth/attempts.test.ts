import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { auth } from "#contract/auth.ts";
import type { Endpoint, Input } from "#contract/endpoint.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";

// Dozens of passwords are hashed.
vi.setConfig({ testTimeout: 120_000 });

/** The address limits follow this number of requests a minute; the limits per account do not. */
let narrow: TestServer;
let wide: TestServer;
beforeAll(async () => {
  narrow = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "100" });
  wide = await startTestServer();
});
afterAll(() => Promise.all([narrow.close(), wide.close()]));

const nobody = () => `nobody-${newId()}@example.com`;
const password = "not her password";

/** Repeats a call until it is refused, and answers how often it was not. */
async function untilLimited<E extends Endpoint>(server: TestServer, call: E, input: () => Input<E>) {
  for (let count = 0; count < 120; count += 1) {
    const { status, problem, headers } = await server.call(call, input());
    if (status === 429) return { count, code: problem.code, wait: Number(headers["retry-after"]) };
  }
  throw new Error("Never limited");
}

test("limits: sign-in by account, known or not; another account goes on; Retry-After says how long", async () => {
  const { email, password: right } = await wide.newPatient();
  const known = await untilLimited(wide, auth.signIn, () => ({ body: { email, password } }));
  const stranger = nobody();
  const unknown = await untilLimited(wide, auth.signIn, () => ({ body: { email: stranger.toUpperCase(), password } }));
  expect([known.count, unknown.count]).toEqual([20, 20]);
  expect(known.code).toBe("rate_limited");
  expect(known.wait).toBeGreaterThan(0);
  expect(known.wait).toBeLessThanOrEqual(15 * 60);
  expect((await wide.call(auth.signIn, { body: { email, password: right } })).status).toBe(429);
  const other = await wide.newPatient();
  expect((await wide.call(auth.signIn, { body: { email: other.email, password: other.password } })).status).toBe(200);
});

test("limits: recovery mails by account, known or not", async () => {
  const { email } = await wide.newPatient();
  const stranger = nobody();
  for (const each of [email, stranger]) {
    expect((await untilLimited(wide, auth.forgotPassword, () => ({ body: { email: each } }))).count).toBe(5);
  }
});

test("limits: codes of a recovery link by account", async () => {
  const { email } = await wide.newPatient();
  const body = () => ({ body: { email, code: "A".repeat(43), password: "another calm noon" } });
  expect((await untilLimited(wide, auth.confirmPassword, body)).count).toBe(10);
});

test("limits: one-time tokens by patient", async () => {
  const { token } = await wide.newPatient();
  const statuses: number[] = [];
  for (let count = 0; count < 61; count += 1) {
    statuses.push((await wide.call(auth.getOneTimeToken, { body: {} }, { token })).status);
  }
  expect([statuses.filter((status) => status === 200).length, statuses.at(-1)]).toEqual([60, 429]);
});

test("limits: by address, over all accounts", async () => {
  const codes = () => ({ body: { code: newId() } });
  const [signIn, signUp, forgot, invitation] = [
    await untilLimited(narrow, auth.signIn, () => ({ body: { email: nobody(), password } })),
    await untilLimited(narrow, auth.signUp, () => ({ body: { email: nobody(), password } })),
    await untilLimited(narrow, auth.forgotPassword, () => ({ body: { email: nobody() } })),
    await untilLimited(narrow, auth.checkInvitation, codes),
  ];
  expect([signIn.count, signUp.count, forgot.count, invitation.count]).toEqual([10, 5, 5, 5]);
  const refresh = await untilLimited(narrow, auth.refreshToken, () => ({ body: {} }));
  expect(refresh.count).toBe(33);
});
