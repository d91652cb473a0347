import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

const minute = 60_000;
const newPassword = "another calm noon";
const subject = "Choose a new password";

/** Requests a link and reads it from the mail. */
async function linkFor(email: string, page?: "cart"): Promise<URL> {
  await server.call(auth.forgotPassword, { body: { email, page } });
  await server.jobs.drain();
  const mail = (await server.mailbox.list(email)).find((each) => each.subject === subject);
  const [link] = /http\S+/.exec(mail?.text ?? "") ?? [];
  if (!link) throw new Error("No recovery link was mailed");
  return new URL(link);
}

const codeFor = async (email: string) => (await linkFor(email)).searchParams.get("c") ?? "";
const confirm = (email: string, code: string, password = newPassword) =>
  server.call(auth.confirmPassword, { body: { email, code, password } });
const signIn = ({ email }: Pick<TestPatient, "email">, password: string) =>
  server.call(auth.signIn, { body: { email, password } });

test("§6 the recovery link has v, which decodes to the username, and a 256-bit code c", async () => {
  const { email } = await server.newPatient();
  const link = await linkFor(email.toUpperCase());
  expect(link.origin + link.pathname).toBe(`${server.services.config.publicUrl}/new-password`);
  expect([...link.searchParams.keys()]).toEqual(["v", "c"]);
  const { iat = 0, exp, ...claims } = decodeJwt(link.searchParams.get("v") ?? "");
  expect(claims).toEqual({ username: email, iss: server.services.config.publicUrl });
  expect(exp).toBe(iat + 30 * 60);
  const age = server.clock.now().getTime() / 1000 - iat;
  expect([age >= 0, age < 60]).toEqual([true, true]);
  expect(link.searchParams.get("c")).toMatch(/^[\w-]{43}$/);
  expect(link.href).not.toContain(email);
});

test("§2.3 a link requested in the cart leads to the cart’s own screens", async () => {
  const { email } = await server.newPatient();
  const link = await linkFor(email, "cart");
  expect(link.pathname).toBe("/cart");
  expect((await confirm(email, link.searchParams.get("c") ?? "")).status).toBe(200);
});

test("§7 password/forgot: known and unknown e-mail get the same answer, and only the known one a mail", async () => {
  const { email } = await server.newPatient();
  const unknown = `nobody-${newId()}@example.com`;
  const [one, two] = await Promise.all(
    [email, unknown].map((each) => server.call(auth.forgotPassword, { body: { email: each } })),
  );
  expect([one?.status, one?.raw.payload]).toEqual([200, two?.raw.payload]);
  expect(two?.status).toBe(200);
  await server.jobs.drain();
  expect((await server.mailbox.list(email)).map((mail) => mail.subject)).toContain(subject);
  expect(await server.mailbox.list(unknown)).toEqual([]);
});

test("§7 password/confirm: sets the password, ends every session, notifies the patient by mail", async () => {
  const patient = await server.newPatient();
  const code = await codeFor(patient.email);
  const { status, ok } = await confirm(patient.email, code);
  expect([status, ok]).toEqual([200, { message: "success" }]);
  expect((await server.call(account.user, {}, { token: patient.token })).problem.code).toBe("invalid_token");
  const { refreshToken } = patient;
  expect((await server.call(auth.refreshToken, { body: {} }, { cookies: { refreshToken } })).status).toBe(401);
  expect((await signIn(patient, patient.password)).status).toBe(401);
  const again = await signIn(patient, newPassword);
  expect(again.status).toBe(200);
  expect((await server.call(account.user, {}, { token: again.ok.idToken })).ok.emailverified).toBe(true);
  await server.jobs.drain();
  expect((await server.mailbox.list(patient.email))[0]?.subject).toBe("Your password was changed");
});

test("recovery: the code works once, also when used twice at once", async () => {
  const { email } = await server.newPatient();
  const code = await codeFor(email);
  const answers = await Promise.all([confirm(email, code), confirm(email, code, "a third calm noon")]);
  expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 400]);
  const late = await confirm(email, code);
  expect([late.status, late.problem.code]).toEqual([400, "link_expired"]);
});

test("recovery: a link is valid until it is used or too old, and for its own e-mail only", async () => {
  const [{ email }, other] = [await server.newPatient(), await server.newPatient()];
  const check = async (of: string, code: string) => {
    const { status, problem } = await server.call(auth.checkRecovery, { body: { email: of, code } });
    return status === 200 ? "good" : problem.code;
  };
  const [code, unused] = [await codeFor(email), await codeFor(other.email)];
  expect([await check(email, code), await check(email, code), await check(other.email, code)]).toEqual([
    "good",
    "good",
    "link_expired",
  ]);
  await confirm(email, code);
  expect(await check(email, code)).toBe("link_expired");
  server.clock.advance(30 * minute);
  expect(await check(other.email, unused)).toBe("link_expired");
});

test("recovery: a used code voids the other mailed codes", async () => {
  const { email } = await server.newPatient();
  const first = await codeFor(email);
  server.clock.advance(1000);
  const second = await codeFor(email);
  expect(second).not.toBe(first);
  expect((await confirm(email, second)).status).toBe(200);
  expect((await confirm(email, first)).problem.code).toBe("link_expired");
});

test("recovery: a code mailed before the password was changed is void, and the new password stays", async () => {
  const { email, token, password } = await server.newPatient();
  const code = await codeFor(email);
  const changed = await server.call(auth.changePassword, { body: { password, newpassword: newPassword } }, { token });
  expect(changed.status).toBe(200);
  const late = await confirm(email, code, "a third calm noon");
  expect([late.status, late.problem.code]).toEqual([400, "link_expired"]);
  expect((await signIn({ email }, newPassword)).status).toBe(200);
});

test("recovery: the code works for thirty minutes", async () => {
  const { email } = await server.newPatient();
  const code = await codeFor(email);
  server.clock.advance(30 * minute);
  expect((await confirm(email, code)).problem.code).toBe("link_expired");
  server.clock.setOffset(29 * minute);
  expect((await confirm(email, code)).status).toBe(200);
});

test("recovery: one patient's code does not open another's account", async () => {
  const [patient, other] = [await server.newPatient(), await server.newPatient()];
  const code = await codeFor(patient.email);
  expect((await confirm(other.email, code)).problem.code).toBe("link_expired");
  expect((await signIn(other, other.password)).status).toBe(200);
  expect((await confirm(patient.email, code)).status).toBe(200);
});

test("§5 password/confirm: a common or short password is refused and does not use up the code", async () => {
  const { email } = await server.newPatient();
  const code = await codeFor(email);
  const [common = ""] = [...server.services.content.commonpasswords].filter(({ length }) => length >= 8);
  expect((await confirm(email, code, common)).problem.code).toBe("common_password");
  expect((await confirm(email, code, "short")).problem.details?.fields?.[0]).toEqual({
    path: "password",
    message: "Min. 8 characters",
  });
  expect((await confirm(email, code)).status).toBe(200);
});

test("§7 password/change: needs the current one; other sessions end, this one stays", async () => {
  const patient = await server.newPatient();
  const other = await signIn(patient, patient.password);
  const change = (password: string) =>
    server.call(auth.changePassword, { body: { password, newpassword: newPassword } }, { token: patient.token });
  const wrong = await change("not her password");
  expect([wrong.status, wrong.problem.code]).toEqual([401, "wrong_credentials"]);
  expect((await change(patient.password)).status).toBe(200);
  expect((await server.call(account.user, {}, { token: patient.token })).status).toBe(200);
  expect((await server.call(account.user, {}, { token: other.ok.idToken })).status).toBe(401);
  expect((await signIn(patient, newPassword)).status).toBe(200);
});
