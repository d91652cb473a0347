import { beforeAll, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { newId } from "#server/platform/ids.ts";
import { sharedTestServer, startTestServer, type TestServer } from "#server/testing/harness.ts";
import { latestConsents } from "./accounts/consents.ts";
import { patientById } from "./patients/patients.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const hourMs = 3_600_000;
const fresh = () => ({ email: `new-${newId()}@example.com`, password: "marigold at noon" });

const termsVersion = () => {
  const version = server.services.content.consents.find(({ at }) => at === "signup")?.version;
  if (!version) throw new Error("The content has no consent at sign-up");
  return version;
};

test("§7 signup: creates an account with names, terms, tracking and a pending visit", async () => {
  const body = {
    ...fresh(),
    firstname: "Ana",
    lastname: "Diaz",
    role: "PATIENT",
    acceptedterms: termsVersion(),
  } as const;
  const headers = { "x-utm": '{"source":"spring"}', "x-gclid": "g-1", "x-deduplication-id": "d-1" };
  const { status, ok, cookies } = await server.call(auth.signUp, { body }, { headers });
  expect(status).toBe(201);
  expect(ok).toMatchObject({ message: "success", onboardingstatus: "PENDING", onetimetoken: expect.any(String) });
  expect(cookies["refreshToken"]).toMatch(/^[\w-]{43}$/);
  const patient = await patientById(server.services, ok.userid);
  expect(patient).toMatchObject({ email: body.email, emailVerified: false, firstname: "Ana", lastname: "Diaz" });
  expect(patient).toMatchObject({ nonRxOnly: false, acceptedTermsVersion: body.acceptedterms });
  const consents = await latestConsents(server.services, ok.userid);
  expect(consents.map(({ id, version }) => ({ id, version }))).toEqual([{ id: "terms", version: body.acceptedterms }]);
  const visit = await server.services.db
    .selectFrom("onboarding")
    .select(["tracking", "deduplication_id"])
    .where("patient_id", "=", ok.userid)
    .executeTakeFirst();
  expect(visit).toEqual({
    deduplication_id: "d-1",
    tracking: { utm: { source: "spring" }, gclid: "g-1", deduplicationid: "d-1" },
  });
});

test("§7 signup/nonrx: the patient came for items without prescription", async () => {
  const body = { ...fresh(), firstname: "Ana", lastname: "Diaz" };
  const { status, ok } = await server.call(auth.signUpNonRx, { body });
  expect(status).toBe(201);
  expect((await patientById(server.services, ok.userid)).nonRxOnly).toBe(true);
});

test("§5 signup/nonrx: first and last name are required", async () => {
  const { status, problem } = await server.call(auth.signUpNonRx, { body: fresh() as never });
  expect(status).toBe(400);
  expect(problem.details?.fields?.map(({ path }) => path).sort()).toEqual(["firstname", "lastname"]);
});

test("sign-up: a known e-mail with its right password signs in to the same account", async () => {
  const known = await server.newPatient();
  const body = { email: known.email.toUpperCase(), password: known.password };
  const { status, ok } = await server.call(auth.signUp, { body });
  expect([status, ok.userid]).toEqual([201, known.id]);
});

test("sign-up: a known e-mail with a wrong password gets a neutral sentence, its owner one mail", async () => {
  const known = await server.newPatient();
  for (const attempt of ["first guess", "second guess"]) {
    const { status, problem, headers } = await server.call(auth.signUp, {
      body: { email: known.email, password: attempt },
    });
    expect([status, problem.code]).toEqual([409, "email_taken"]);
    expect(problem.message).not.toMatch(/exists|taken|registered/i);
    expect(headers["set-cookie"]).toBeUndefined();
  }
  await server.jobs.drain();
  const mails = await server.mailbox.list(known.email);
  expect(mails.map((mail) => mail.subject)).toEqual(expect.arrayContaining(["You already have an account"]));
  expect(mails.filter((mail) => mail.subject === "You already have an account")).toHaveLength(1);
});

test("sign-up: the owner of a known e-mail gets one mail each hour", async () => {
  const own = await startTestServer();
  try {
    const { email } = await own.newPatient();
    const mails = async () => {
      await own.call(auth.signUp, { body: { email, password: "not the right one" } });
      await own.jobs.drain();
      return (await own.mailbox.list(email)).filter(({ subject }) => subject === "You already have an account").length;
    };
    // From the hour's first second to its last, and one more.
    own.clock.advance(hourMs - (own.clock.now().getTime() % hourMs));
    const first = await mails();
    own.clock.advance(hourMs - 30_000 - (own.clock.now().getTime() % hourMs));
    const last = await mails();
    own.clock.advance(30_000);
    expect([first, last, await mails()]).toEqual([1, 1, 2]);
  } finally {
    await own.close();
  }
});

test("sign-up: the same new e-mail eight times at once makes one account", async () => {
  const body = fresh();
  const answers = await Promise.all(Array.from({ length: 8 }, () => server.call(auth.signUp, { body })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
  expect(new Set(answers.map(({ ok }) => ok.userid)).size).toBe(1);
});

test("sign-up: the welcome mail is delivered once the account exists", async () => {
  const { email } = await server.newPatient({ firstname: "Ana" });
  await server.jobs.drain();
  const [mail] = await server.mailbox.list(email);
  expect(mail?.text).toContain("Hello Ana,");
  expect(mail?.text).toContain(server.services.config.publicUrl);
});

test("§5 signup: a common password is refused, known e-mail or not", async () => {
  const [common] = [...server.services.content.commonpasswords].filter(({ length }) => length >= 8 && length <= 50);
  const { email } = await server.newPatient();
  for (const each of [email, fresh().email]) {
    const { status, problem } = await server.call(auth.signUp, { body: { email: each, password: String(common) } });
    expect([status, problem.code]).toEqual([422, "common_password"]);
  }
});

test.each([
  ["7 characters", { password: "seven 7" }, "password"],
  ["51 characters", { password: "p".repeat(51) }, "password"],
  ["no e-mail form", { email: "ana.example.com" }, "email"],
  ["a top-level domain of 25 letters", { email: `ana@example.${"a".repeat(25)}` }, "email"],
  ["another role", { role: "ADMIN" }, "role"],
  ["terms of another version", { acceptedterms: "1999-01-01" }, "acceptedterms"],
])("§5 signup: %s is reported at its field", async (_, change, path) => {
  const { status, problem } = await server.call(auth.signUp, { body: { ...fresh(), ...change } as never });
  expect(status).toBe(400);
  expect(problem.details?.fields?.map((field) => field.path)).toEqual([path]);
});
