import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { auth } from "#contract/auth.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { patientWithConversations } from "#server/messages/testing/conversations.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
beforeAll(async () => void (server = await startTestServer()));
afterAll(() => server.close());

const close = async (patient: TestPatient, password = patient.password) =>
  server.call(account.closeAccount, { body: { password } }, { token: await tokenOf(server, patient) });
const signIn = ({ email, password }: Pick<TestPatient, "email" | "password">) =>
  server.call(auth.signIn, { body: { email, password } });
const statusesOf = async (table: "subscription" | "prescription_order" | "customer_order" | "care_case", id: string) =>
  (await server.services.db.selectFrom(table).select("status").where("patient_id", "=", id).execute()).map(
    ({ status }) => status,
  );
const patientRow = ({ id }: TestPatient) =>
  server.services.db.selectFrom("patient").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

describe("closing an account", () => {
  test("a wrong password closes nothing", async () => {
    const patient = await server.newPatient();
    const { status, problem } = await close(patient, "not this one");
    expect([status, problem.code]).toEqual([401, "wrong_credentials"]);
    expect((await signIn(patient)).status).toBe(200);
  });

  test("afterwards sign-in, recovery and sign-up answer as for an unknown e-mail", async () => {
    const patient = await server.newPatient();
    const { token } = patient;
    expect((await close(patient)).status).toBe(200);
    expect((await server.call(account.sessions, {}, { token })).status).toBe(401);
    const unknown = await signIn({ email: "nobody-at-all@example.com", password: patient.password });
    const closed = await signIn(patient);
    expect([closed.status, closed.problem]).toEqual([unknown.status, unknown.problem]);
    const refreshed = await server.call(
      auth.refreshToken,
      { body: {} },
      { cookies: { refreshToken: patient.refreshToken } },
    );
    expect(refreshed.status).toBe(401);
    await server.call(auth.forgotPassword, { body: { email: patient.email } });
    await server.jobs.drain();
    const got = await server.mailbox.list(patient.email);
    expect(got.map(({ subject }) => subject)).toContain("Your account is closed");
    expect(got.filter(({ subject }) => subject === "Choose a new password")).toEqual([]);
    const again = await server.newPatient({ email: patient.email });
    expect(again.id).not.toBe(patient.id);
  });

  test("a link mailed before opens nothing, nor does one that was requested and not yet mailed", async () => {
    const patient = await server.newPatient();
    const { email, token, password } = patient;
    const linkIn = async (to: string, pattern: RegExp) => {
      await server.jobs.drain();
      return (await server.mailbox.list(to)).flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
    };
    const askFor = (to: string) => server.call(account.changeEmail, { body: { email: to, password } }, { token });
    const [mailed, late] = [`new-${email}`, `late-${email}`];
    await server.call(auth.forgotPassword, { body: { email } });
    const [code = ""] = await linkIn(email, /[?&]c=([\w-]{43})/);
    await askFor(mailed);
    const [change = ""] = await linkIn(mailed, /email\?code=([\w-]{43})/);
    expect([code.length, change.length]).toEqual([43, 43]);
    await askFor(late);
    expect((await close(patient)).status).toBe(200);
    const { email: closed } = await patientRow(patient);
    for (const each of [email, closed]) {
      const body = { email: each, code, password: "another calm noon" };
      expect((await server.call(auth.confirmPassword, { body })).problem.code).toBe("link_expired");
    }
    expect((await server.call(account.verifyEmail, { body: { code: change } })).problem.code).toBe("link_expired");
    expect(await linkIn(late, /(code=)/)).toEqual([]);
    expect((await signIn({ email: closed, password })).status).toBe(401);
    expect((await patientRow(patient)).email).toBe(closed);
  });

  test("the practice still knows whose records they are, and the e-mail is sealed", async () => {
    const patient = await inCare(server);
    await close(patient);
    const { ok } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey });
    expect(JSON.stringify(ok)).toContain(patient.email);
    const row = await patientRow(patient);
    expect(row.closed_at).not.toBeNull();
    expect(row.email).not.toContain(patient.email);
    expect(Buffer.from(row.closed_email_sealed ?? []).toString("latin1")).not.toContain(patient.email);
  });

  test("subscriptions and planned charges end, and what is paid and not shipped is refunded", async () => {
    const patient = await inCare(server, { delivered: false });
    expect(await statusesOf("subscription", patient.id)).toContain("active");
    expect((await close(patient)).status).toBe(200);
    await server.jobs.drain();
    expect(new Set(await statusesOf("subscription", patient.id))).toEqual(new Set(["cancelled"]));
    expect(await statusesOf("prescription_order", patient.id)).not.toContain("scheduled");
    expect(await statusesOf("prescription_order", patient.id)).not.toContain("ordered");
    expect(await statusesOf("customer_order", patient.id)).toEqual(["refunded"]);
    server.clock.advance(120 * 86_400_000);
    await server.jobs.handleSchedules();
    await server.jobs.drain();
    expect(await statusesOf("customer_order", patient.id)).toEqual(["refunded"]);
  });

  test("what left the pharmacy still arrives and is not refunded", async () => {
    const patient = await inCare(server, { delivered: false });
    const id = patient.orderId;
    const shipment = { carrier: "USPS", trackingnumber: "9400111201080805483016" };
    expect((await server.call(care.shipOrder, { params: { id }, body: shipment }, { apiKey })).status).toBe(200);
    await close(patient);
    await server.jobs.drain();
    expect(await statusesOf("customer_order", patient.id)).toEqual(["shipped"]);
    expect(new Set(await statusesOf("subscription", patient.id))).toEqual(new Set(["cancelled"]));
  });

  test("an undecided plan lapses, and its authorization is voided", async () => {
    const patient = await submitted(server);
    expect(await statusesOf("customer_order", patient.id)).toEqual(["authorized"]);
    await close(patient);
    await server.jobs.drain();
    expect(await statusesOf("care_case", patient.id)).toEqual(["lapsed"]);
    expect(await statusesOf("customer_order", patient.id)).toEqual(["voided"]);
    const incoming = await server.call(care.incoming, { query: {} }, { apiKey });
    expect(incoming.ok.items.map(({ id }) => id)).not.toContain(patient.id);
    const approved = await server.call(care.approvePlan, { params: { id: patient.id }, body: {} }, { apiKey });
    expect(approved.status).toBe(409);
  });

  test("conversations are closed, and messages from the practice are refused", async () => {
    const patient = await patientWithConversations(server);
    await close(patient);
    const { status } = await server.call(
      care.sendMessage,
      { params: { id: patient.doctorConversationId }, body: { message: "Hello" } },
      { apiKey },
    );
    expect(status).toBe(409);
    const token = await tokenOf(server, patient).catch(() => patient.token);
    expect((await server.call(messages.conversations, {}, { token })).status).toBe(401);
  });

  test("goes on although somebody's email is what stood in its place before", async () => {
    const patient = await server.newPatient();
    const other = await server.newPatient();
    await server.services.db
      .updateTable("patient")
      .set({ email: `closed-${patient.id}@closed.invalid` })
      .where("id", "=", other.id)
      .execute();
    expect((await close(patient)).status).toBe(200);
    expect((await patientRow(patient)).email).toMatch(/^closed-[\w-]+@closed\.invalid$/);
  });

  test.each(["closed-1@closed.invalid", "Rosa@Closed.INVALID", "rosa@mail.localhost"])(
    "nobody signs up as %s, nor changes to it",
    async (email) => {
      const words = "No mail can reach this address. Please check the part after the @.";
      const { status, problem } = await server.call(auth.signUp, { body: { email, password: "marigold at noon" } });
      expect([status, problem.details?.fields]).toEqual([400, [{ path: "email", message: words }]]);
      const { token, password } = await server.newPatient();
      const changed = await server.call(account.changeEmail, { body: { email, password } }, { token });
      expect([changed.status, changed.problem.details?.fields]).toEqual([400, [{ path: "email", message: words }]]);
    },
  );

  test("twice at once closes once, with one mail", async () => {
    const patient = await server.newPatient();
    const statuses = (await Promise.all([close(patient), close(patient)])).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 401]);
    await server.jobs.drain();
    const mails = (await server.mailbox.list(patient.email)).filter(({ subject }) => subject.includes("closed"));
    expect(mails).toHaveLength(1);
  });

  test("a failed closing step closes nothing", async () => {
    const patient = await inCare(server);
    const { db } = server.services;
    await db
      .updateTable("patient")
      .set({ phone_sealed: Buffer.from("broken") })
      .where("id", "=", patient.id)
      .execute();
    expect((await close(patient)).status).toBe(500);
    expect(await statusesOf("subscription", patient.id)).toContain("active");
    expect((await patientRow(patient)).closed_at).toBeNull();
    expect((await signIn(patient)).status).toBe(200);
  });
});
