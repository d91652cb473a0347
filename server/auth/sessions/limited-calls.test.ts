import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { auth } from "#contract/auth.ts";
import { type Endpoint, fullPath, type Input } from "#contract/http/endpoint.ts";
import { newId } from "#server/platform/ids.ts";
import { type CallOptions, startTestServer, type TestServer } from "#server/testing/harness.ts";

// Hashes dozens of passwords.
vi.setConfig({ testTimeout: 120_000 });

/** A server whose address limits are low, being shares of its low requests a minute; the limits per account are the usual ones. */
let narrow: TestServer;
let wide: TestServer;
beforeAll(async () => {
  narrow = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "100" });
  wide = await startTestServer();
});
afterAll(() => Promise.all([narrow.close(), wide.close()]));

const nobody = () => `nobody-${newId()}@example.com`;
const password = "not her password";

/** Repeats a call until it is limited; returns how many got through. */
async function untilLimited<E extends Endpoint>(server: TestServer, call: E, input: () => Input<E>) {
  for (let count = 0; count < 120; count += 1) {
    const { status, problem, headers } = await server.call(call, input());
    if (status === 429) return { count, code: problem.code, wait: Number(headers["retry-after"]) };
  }
  throw new Error("Never limited");
}

const signIn = (server: TestServer, body: Input<typeof auth.signIn>["body"], options: CallOptions = {}) =>
  server.call(auth.signIn, { body }, options);

/** Tries wrong passwords for one account from different addresses until limited. */
const exhaustPasswordGuesses = (email: string) =>
  untilLimited(wide, auth.signIn, () => ({ body: { email, password } }));

test("limits: wrong passwords by account, known or not; another account is not affected; Retry-After says how long", async () => {
  const { email, password: right } = await wide.newPatient();
  const known = await exhaustPasswordGuesses(email);
  const unknown = await exhaustPasswordGuesses(nobody().toUpperCase());
  expect([known.count, unknown.count]).toEqual([20, 20]);
  expect(known.code).toBe("rate_limited");
  expect(known.wait).toBeGreaterThan(0);
  expect(known.wait).toBeLessThanOrEqual(15 * 60);
  // A device that never signed in cannot be told from a guesser's.
  expect((await signIn(wide, { email, password: right })).status).toBe(429);
  const other = await wide.newPatient();
  expect((await signIn(wide, { email: other.email, password: other.password })).status).toBe(200);
});

test("limits: the right password is never counted, by account or by address", async () => {
  const server = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "100" });
  const { email, password: right } = await server.newPatient();
  const rightly: number[] = [];
  for (let times = 0; times < 25; times += 1) rightly.push((await signIn(server, { email, password: right })).status);
  const wrongly = await untilLimited(server, auth.signIn, () => ({ body: { email, password } }));
  await server.close();
  expect(new Set(rightly)).toEqual(new Set([200]));
  expect(wrongly.count).toBe(10);
});

test("limits: many guesses at once are no more than the limit", async () => {
  const email = nobody();
  const answers = await Promise.all(Array.from({ length: 40 }, () => signIn(wide, { email, password })));
  const wrong = answers.filter(({ status }) => status === 401);
  expect([wrong.length, answers.length - wrong.length]).toEqual([20, 20]);
});

test("limits: a stranger's guesses lock nobody out on a known device, which has a limit of its own", async () => {
  const { email, password: right } = await wide.newPatient();
  const { cookies } = await signIn(wide, { email, password: right });
  const device = { cookies: { device: cookies["device"] ?? "" } };
  await exhaustPasswordGuesses(email);
  expect((await signIn(wide, { email, password: right })).status).toBe(429);
  expect((await signIn(wide, { email, password: right }, device)).status).toBe(200);
  let own = 0;
  while ((await signIn(wide, { email, password }, device)).status === 401) own += 1;
  expect(own).toBe(20);
  expect((await signIn(wide, { email, password: right }, device)).status).toBe(429);
});

test("limits: the cookie of a device works for the accounts that signed in there, and cannot be forged", async () => {
  const [one, two, third] = [await wide.newPatient(), await wide.newPatient(), await wide.newPatient()];
  const first = await signIn(wide, one);
  const second = await signIn(wide, two, { cookies: { device: first.cookies["device"] ?? "" } });
  const device = second.cookies["device"] ?? "";
  for (const { email } of [one, two, third]) await exhaustPasswordGuesses(email);
  const at = async ({ email, password: right }: { email: string; password: string }, cookie: string) =>
    (await signIn(wide, { email, password: right }, { cookies: { device: cookie } })).status;
  expect([await at(one, device), await at(two, device), await at(third, device)]).toEqual([200, 200, 429]);
  const [id = "", ...marks] = device.split(".");
  const forged = [
    "",
    id,
    `${id}.${"A".repeat(43)}`,
    `${newId()}.${marks.join(".")}`,
    `${device}.x`,
    `${device}.${device}`,
  ];
  for (const cookie of forged) expect(await at(one, cookie), cookie).toBe(429);
});

test("limits: sign-up is no way around: its guesses and those of sign-in are counted together", async () => {
  const { email, password: right } = await wide.newPatient();
  for (let times = 0; times < 12; times += 1) {
    const { status } = await wide.call(auth.signUp, { body: { email, password: `${password} ${times}` } });
    expect(status).toBe(409);
  }
  expect((await exhaustPasswordGuesses(email)).count).toBe(8);
  expect((await wide.call(auth.signUp, { body: { email, password: right } })).status).toBe(429);
  const names = { firstname: "Rosa", lastname: "Winter" };
  expect((await wide.call(auth.signUpNonRx, { body: { email, password: right, ...names } })).status).toBe(429);
  // An e-mail without an account behaves like one with.
  const stranger = nobody();
  await exhaustPasswordGuesses(stranger);
  expect((await wide.call(auth.signUp, { body: { email: stranger, password: right } })).status).toBe(429);
});

test("limits: a recovery link lets the patient in while a stranger guesses", async () => {
  const { email } = await wide.newPatient();
  await exhaustPasswordGuesses(email);
  await wide.call(auth.forgotPassword, { body: { email } });
  const { code } = await recoveryCodeOf(email);
  const fresh = "another calm noon";
  const { status, cookies } = await wide.call(auth.confirmPassword, { body: { email, code, password: fresh } });
  expect(status).toBe(200);
  const device = { cookies: { device: cookies["device"] ?? "" } };
  expect((await signIn(wide, { email, password: fresh }, device)).status).toBe(200);
});

test("limits: a wrong recovery code makes no device known", async () => {
  const { email } = await wide.newPatient();
  const body = { email, code: "A".repeat(43), password: "another calm noon" };
  const { status, headers } = await wide.call(auth.confirmPassword, { body });
  expect([status, headers["set-cookie"]]).toEqual([400, undefined]);
});

const recoveryMails = async (email: string) => {
  await wide.jobs.drain();
  return (await wide.mailbox.list(email)).filter(({ subject }) => subject === "Choose a new password");
};
const recoveryCodeOf = async (email: string) => {
  const [mail] = await recoveryMails(email);
  return { code: new URL(/http\S+/.exec(mail?.text ?? "")?.[0] ?? "").searchParams.get("c") ?? "" };
};

/** A call from a given address. */
const from = (remoteAddress: string, url: string, payload: object) =>
  wide.app.inject({ method: "POST", url, payload, remoteAddress });

test("limits: recoveries a stranger asked for lock nobody out of asking; the mailbox gets five in a quarter of an hour", async () => {
  const { email } = await wide.newPatient();
  const ask = (address: string) => from(address, fullPath(auth.forgotPassword), { email });
  const strangers = await Promise.all(Array.from({ length: 6 }, () => ask("203.0.113.9")));
  expect(strangers.filter(({ statusCode }) => statusCode === 429)).toHaveLength(1);
  for (let times = 1; times <= 4; times += 1) expect((await ask(`198.51.100.${times}`)).statusCode).toBe(200);
  expect(await recoveryMails(email)).toHaveLength(5);
  // The last mailed link works.
  const { code } = await recoveryCodeOf(email);
  const body = { email, code, password: "another calm noon" };
  expect((await from("198.51.100.9", fullPath(auth.confirmPassword), body)).statusCode).toBe(200);
});

test("limits: wrong codes a stranger sends lock nobody out of using the right one", async () => {
  const { email } = await wide.newPatient();
  await wide.call(auth.forgotPassword, { body: { email } });
  const { code } = await recoveryCodeOf(email);
  const confirm = (address: string, sent: string) =>
    from(address, fullPath(auth.confirmPassword), { email, code: sent, password: "another calm noon" });
  for (let times = 0; times < 11; times += 1) await confirm("203.0.113.10", "A".repeat(43));
  expect((await confirm("203.0.113.10", code)).statusCode).toBe(429);
  expect((await confirm("198.51.100.10", code)).statusCode).toBe(200);
});

test("limits: the IPv6 network of one household is one address", async () => {
  const server = await startTestServer({}, { RATE_LIMIT_PER_MINUTE: "100" });
  const guessFrom = async (remoteAddress: string) => {
    const payload = { email: nobody(), password };
    const answer = await server.app.inject({ method: "POST", url: fullPath(auth.signIn), payload, remoteAddress });
    return answer.statusCode;
  };
  for (let host = 1; host <= 10; host += 1) expect(await guessFrom(`2001:db8:7:1::${host}`)).toBe(401);
  expect(await guessFrom("2001:db8:7:1:ffff:1:2:3")).toBe(429);
  expect(await guessFrom("2001:db8:7:2::1")).toBe(401);
  await server.close();
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
  const names = { firstname: "Ana", lastname: "Lee" };
  const [signUp, nonRx, wrong, forgot, invitation] = [
    await untilLimited(narrow, auth.signUp, () => ({ body: { email: nobody(), password } })),
    await untilLimited(narrow, auth.signUpNonRx, () => ({ body: { email: nobody(), password, ...names } })),
    await untilLimited(narrow, auth.signIn, () => ({ body: { email: nobody(), password } })),
    await untilLimited(narrow, auth.forgotPassword, () => ({ body: { email: nobody() } })),
    await untilLimited(narrow, auth.checkInvitation, codes),
  ];
  expect([signUp.count, nonRx.count, wrong.count, forgot.count, invitation.count]).toEqual([5, 0, 10, 5, 5]);
  const refresh = await untilLimited(narrow, auth.refreshToken, () => ({ body: {} }));
  expect(refresh.count).toBe(33);
});
