import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

const freshEmail = () => `changed-${newId()}@example.com`;
const requestChange = ({ token, password }: TestPatient, email: string) =>
  server.call(account.changeEmail, { body: { email, password } }, { token });
const verify = (code: string) => server.call(account.verifyEmail, { body: { code } });
const subjects = async (email: string) => (await server.mailbox.list(email)).map(({ subject }) => subject);
const emailOf = async ({ token }: TestPatient) => (await server.call(account.user, {}, { token })).ok.email;

async function codeFor(patient: TestPatient, email: string): Promise<string> {
  expect((await requestChange(patient, email)).status).toBe(200);
  await server.jobs.drain();
  const [mail] = await server.mailbox.list(email);
  return /\/account-settings\/email\?code=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
}

test("§7 user/email: the e-mail changes with the mailed code, on any device; the old address is notified", async () => {
  const patient = await server.newPatient();
  const email = freshEmail();
  const code = await codeFor(patient, email);
  expect(await emailOf(patient)).toBe(patient.email);
  const { status, ok } = await verify(code);
  expect([status, ok]).toEqual([200, { message: "success", email }]);
  expect((await server.call(account.user, {}, { token: patient.token })).ok).toMatchObject({
    email,
    emailverified: true,
    emailrefused: false,
  });
  const signIn = (each: string) => server.call(auth.signIn, { body: { email: each, password: patient.password } });
  expect([(await signIn(email)).status, (await signIn(patient.email)).status]).toEqual([200, 401]);
  await server.jobs.drain();
  expect(await subjects(patient.email)).toContain("Your email address was changed");
});

test("e-mail change: the same code again answers the same", async () => {
  const patient = await server.newPatient();
  const code = await codeFor(patient, freshEmail());
  const [first, second] = [await verify(code), await verify(code)];
  expect(second.raw.payload).toBe(first.raw.payload);
  expect(second.status).toBe(200);
});

test("e-mail change: needs the password, and reports nothing else when it is wrong", async () => {
  const patient = await server.newPatient();
  const { status, problem } = await requestChange({ ...patient, password: "another password" }, freshEmail());
  expect([status, problem.code]).toEqual([401, "wrong_credentials"]);
  const sentence = "That isn't your current password.";
  expect([problem.message, problem.details?.fields]).toEqual([sentence, [{ path: "password", message: sentence }]]);
});

test("e-mail change: a taken e-mail is answered like a free one, and nobody is mailed", async () => {
  const [patient, other] = [await server.newPatient(), await server.newPatient()];
  const { status, ok } = await requestChange(patient, other.email);
  expect([status, ok]).toEqual([200, { message: "success", pendingemail: other.email }]);
  await server.jobs.drain();
  expect(await subjects(other.email)).not.toContain("Please confirm your new email address");
});

test("e-mail change: an e-mail that was taken meanwhile is refused like an old link", async () => {
  const patient = await server.newPatient();
  const email = freshEmail();
  const code = await codeFor(patient, email);
  await server.newPatient({ email });
  const { status, problem } = await verify(code);
  expect([status, problem.code]).toEqual([400, "link_expired"]);
  expect(await emailOf(patient)).toBe(patient.email);
});

test("e-mail change: the code works for an hour", async () => {
  const patient = await server.newPatient();
  const code = await codeFor(patient, freshEmail());
  server.clock.advance(60 * 60_000);
  expect((await verify(code)).problem.code).toBe("link_expired");
});

test("e-mail change: a change voids the codes of other requests", async () => {
  const patient = await server.newPatient();
  const [one, two] = [await codeFor(patient, freshEmail()), await codeFor(patient, freshEmail())];
  expect((await verify(two)).status).toBe(200);
  expect((await verify(one)).problem.code).toBe("link_expired");
});

test("e-mail change: an unknown code is refused", async () => {
  expect((await verify("A".repeat(43))).problem.code).toBe("link_expired");
});

test("e-mail change: requesting the current e-mail confirms it, without a notice of change", async () => {
  const patient = await server.newPatient();
  expect((await verify(await codeFor(patient, patient.email))).status).toBe(200);
  await server.jobs.drain();
  expect(await subjects(patient.email)).not.toContain("Your email address was changed");
});
