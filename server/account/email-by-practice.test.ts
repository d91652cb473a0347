import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { askedByPhone as asked, tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
beforeEach(() => server.clock.setOffset(0));
afterAll(() => server.close());

const hour = 3_600_000;
const freshEmail = () => `changed-${newId()}@example.com`;
const ask = ({ id }: TestPatient, email: string) =>
  server.call(care.changeContact, { params: { id }, body: { asked, email } }, { apiKey });
const verify = (code: string) => server.call(account.verifyEmail, { body: { code } });
const stop = (code: string) => server.call(account.stopEmailChange, { body: { code } });
const signIn = (email: string, password: string) => server.call(auth.signIn, { body: { email, password } });
const emailOf = async ({ id }: TestPatient) =>
  (await server.call(care.patient, { params: { id } }, { apiKey })).ok.email;
const mailsTo = async (email: string) => {
  await server.jobs.drain();
  return server.mailbox.list(email);
};
const subjects = async (email: string) => (await mailsTo(email)).map(({ subject }) => subject);
const codeIn = async (email: string, kind: "confirm" | "stop") => {
  for (const { text } of await mailsTo(email)) {
    const [, code] = new RegExp(`/email-change#${kind}\\.([\\w-]{43})`).exec(text) ?? [];
    if (code !== undefined) return code;
  }
  return expect.fail(`No link to ${kind} was mailed to ${email}`);
};
const recover = async (email: string) => {
  await server.call(auth.forgotPassword, { body: { email } });
  return subjects(email);
};
const askedFor = "Did you ask us to change your email address?";

/** A patient for whom the practice asked for another e-mail, with the codes of both mailboxes. */
async function asking() {
  const patient = await server.newPatient();
  const email = freshEmail();
  const { status, ok } = await ask(patient, email);
  expect([status, ok?.pendingemail]).toEqual([200, email]);
  expect(ok?.message).toMatch(/^We sent a link to /);
  return { patient, email, code: await codeIn(email, "confirm"), stopCode: await codeIn(patient.email, "stop") };
}

describe("decisions §11 an e-mail that is changed by phone", () => {
  test("is used once its own mailbox has confirmed it; the old one is told at once, and of the change", async () => {
    const { patient, email, code } = await asking();
    expect(await emailOf(patient)).toBe(patient.email);
    expect((await signIn(email, patient.password)).status).toBe(401);
    const [mail] = (await mailsTo(patient.email)).filter(({ subject }) => subject === askedFor);
    expect(mail?.text).toContain("on Monday, January 5 someone asked us by phone");
    expect(mail?.text).toContain(server.services.content.brand.supportphone);
    expect(mail?.text).not.toContain(email);
    expect((await verify(code)).ok).toEqual({ message: "success", email });
    expect(await emailOf(patient)).toBe(email);
    expect(await subjects(patient.email)).toContain("Your email address was changed");
    expect((await signIn(email, patient.password)).status).toBe(200);
    expect((await verify(code)).status).toBe(200);
  });

  test("that belongs to another account is refused, and nobody is mailed", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    const { status, problem } = await ask(patient, other.email.toUpperCase());
    expect([status, problem.details?.fields?.map(({ path }) => path)]).toEqual([400, ["email"]]);
    expect(await subjects(patient.email)).not.toContain(askedFor);
    expect(await subjects(other.email)).not.toContain("Please confirm your new email address");
  });

  test("that was taken before it was confirmed is refused like an old link", async () => {
    const { patient, email, code } = await asking();
    await server.newPatient({ email });
    expect((await verify(code)).problem.code).toBe("link_expired");
    expect(await emailOf(patient)).toBe(patient.email);
  });

  test("can be confirmed for a day", async () => {
    const { patient, code } = await asking();
    server.clock.advance(24 * hour);
    expect((await verify(code)).problem.code).toBe("link_expired");
    expect(await emailOf(patient)).toBe(patient.email);
  });

  test("can be asked for five times in fifteen minutes", async () => {
    const patient = await server.newPatient();
    const statuses = [];
    for (let n = 0; n < 6; n += 1) statuses.push((await ask(patient, freshEmail())).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe("decisions §11 whoever reads the old mailbox can stop it", () => {
  test("before it's confirmed: it can't be any more, the practice is told, and everybody stays signed in", async () => {
    const { patient, code, stopCode } = await asking();
    const again = await ask(patient, freshEmail());
    const other = await codeIn(again.ok.pendingemail ?? "", "confirm");
    const { status, ok } = await stop(stopCode);
    expect([status, ok]).toEqual([200, { message: "success", email: patient.email, takenback: false }]);
    for (const each of [code, other]) expect((await verify(each)).problem.code).toBe("link_expired");
    expect(await emailOf(patient)).toBe(patient.email);
    expect((await server.call(account.user, {}, { token: patient.token })).status).toBe(200);
    expect((await signIn(patient.email, patient.password)).status).toBe(200);
    const practice = server.services.config.supportEmail ?? server.services.content.brand.supportemail;
    const notices = (await mailsTo(practice)).filter(({ text }) => text.includes(`/clinic/patients/${patient.id}`));
    expect(notices.map(({ subject }) => subject)).toEqual(["Someone didn't ask for a new email address"]);
    const count = (await mailsTo(practice)).length;
    expect((await stop(stopCode)).ok).toEqual(ok);
    expect(await mailsTo(practice)).toHaveLength(count);
  });

  test("after it: the old one is back, every session ends, and the password is worth nothing any more", async () => {
    const { patient, email, code, stopCode } = await asking();
    await verify(code);
    expect((await stop(stopCode)).ok).toEqual({ message: "success", email: patient.email, takenback: true });
    expect(await emailOf(patient)).toBe(patient.email);
    expect((await server.call(account.user, {}, { token: patient.token })).status).toBe(401);
    for (const each of [email, patient.email]) expect((await signIn(each, patient.password)).status).toBe(401);
    expect((await verify(code)).problem.code).toBe("link_expired");
    expect(await recover(patient.email)).toContain("Choose a new password");
    const { ok } = await server.call(care.searchPatients, { body: { q: patient.email } }, { apiKey });
    expect(ok.items.map(({ id }) => id)).toEqual([patient.id]);
  });

  test("for a week, by its own code only", async () => {
    const { patient, email, code, stopCode } = await asking();
    await verify(code);
    for (const each of [code, "A".repeat(43)]) expect((await stop(each)).problem.code).toBe("link_expired");
    server.clock.advance(7 * 24 * hour);
    expect((await stop(stopCode)).problem.code).toBe("link_expired");
    expect(await emailOf(patient)).toBe(email);
  });

  test("not where the old one has come to belong to somebody else", async () => {
    const { patient, email, code, stopCode } = await asking();
    await verify(code);
    await server.newPatient({ email: patient.email });
    expect((await stop(stopCode)).problem.code).toBe("link_expired");
    expect(await emailOf(patient)).toBe(email);
  });
});

describe("decisions §11 a new password waits after it", () => {
  test("for a day, and says until when; what the patient changed with the password doesn't wait", async () => {
    const { email, code } = await asking();
    await verify(code);
    expect(await recover(email)).toContain("You can choose a new password soon");
    expect(await subjects(email)).not.toContain("Choose a new password");
    server.clock.advance(24 * hour);
    expect(await recover(email)).toContain("Choose a new password");

    const own = await server.newPatient();
    const changed = freshEmail();
    const body = { email: changed, password: own.password };
    await server.call(account.changeEmail, { body }, { token: await tokenOf(server, own) });
    const [mail] = await mailsTo(changed);
    await verify(/code=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "");
    expect(await recover(changed)).toContain("Choose a new password");
  });

  test("while it isn't confirmed the old mailbox gets a link as before, and confirming voids it", async () => {
    const { patient, code } = await asking();
    expect(await recover(patient.email)).toContain("Choose a new password");
    await verify(code);
    const link = (await mailsTo(patient.email)).find(({ subject }) => subject === "Choose a new password")?.text ?? "";
    const recovery = /[?&]c=([\w-]{43})/.exec(link)?.[1] ?? "";
    const body = { email: patient.email, code: recovery, password: "lantern by the lake" };
    expect((await server.call(auth.confirmPassword, { body })).status).toBe(400);
  });
});
