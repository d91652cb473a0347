import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { setEmail } from "#server/auth/accounts/email-change.ts";
import { markEmailVerified } from "#server/auth/accounts/recovery.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { inTransaction } from "../database/open.ts";
import { newId } from "../ids.ts";
import type { Meaning } from "../outside/outside-table.ts";
import { localMailbox } from "./local-mailbox.ts";
import { type Mail, MailNotSent } from "./mailer.ts";
import { greetingName, oncePerHour, queueMail, queuePatientMail } from "./queue-mail.ts";

let server: TestServer;
let smtpRefusal: MailNotSent | null = null;
let refusedAddress: string | null = null;
let attempts = 0;
const sent: Mail[] = [];
const mailbox = localMailbox({ clock: { now: () => new Date() } });
beforeAll(async () => {
  const mailer = {
    async send(mail: Mail) {
      attempts += 1;
      if (smtpRefusal) throw smtpRefusal;
      if (mail.to === refusedAddress) throw new MailNotSent("no_such_recipient 550 5.1.1", "final");
      await mailbox.send(mail);
      sent.push(mail);
    },
  };
  server = await startTestServer({ mailer });
});
afterAll(() => server.close());

const to = () => `mail-${newId()}@example.com`;
const values = { firstname: greetingName(null), link: "https://app.example/" };

test("mail: sent once the transaction has committed", async () => {
  const address = to();
  await inTransaction(server.services, ({ db }) =>
    queuePatientMail({ ...server.services, db }, { mail: "welcome", patientId: newId(), to: address, values }),
  );
  expect(await mailbox.list(address)).toEqual([]);
  await server.jobs.drain();
  const [mail] = await mailbox.list(address);
  expect(mail?.text).toContain("Hello there,");
  expect(mail?.html).toContain("<p>Hello there,</p>");
});

test("mail: the first name of an account with an unverified e-mail carries no link", async () => {
  const { email } = await server.newPatient({ firstname: "Win https://evil.example/x now" });
  await server.jobs.drain();
  const mails = await mailbox.list(email);
  expect(mails.map(({ text }) => text.includes("Hello there,"))).toEqual([true]);
  expect(JSON.stringify(mails)).not.toContain("evil.example");
});

test("mail: a rolled back transaction sends none", async () => {
  const address = to();
  const undone = inTransaction(server.services, async ({ db }) => {
    await queuePatientMail({ ...server.services, db }, { mail: "welcome", patientId: newId(), to: address, values });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await server.jobs.drain();
  expect(await mailbox.list(address)).toEqual([]);
});

test("mail: two with one dedupe key have one id, so they are one mail", async () => {
  const address = to();
  for (const dedupeKey of ["first", "first", "second"]) {
    await queuePatientMail(server.services, { mail: "welcome", patientId: newId(), to: address, values, dedupeKey });
  }
  await server.jobs.drain();
  expect(await mailbox.list(address)).toHaveLength(2);
});

describe("a mail the server refuses", () => {
  const refusedBy = (code: string, means: Meaning) => {
    smtpRefusal = new MailNotSent(code, means);
    attempts = 0;
  };
  /** Makes what waits for its time due, as time would. */
  const elapse = (ms: number) => {
    server.clock.advance(ms);
    return sql`update pgboss.job set start_after = now() where state in ('created', 'retry')`.execute(
      server.services.db,
    );
  };
  const markOf = async (email: string) =>
    (
      await server.services.db
        .selectFrom("patient")
        .select("email_refused_at")
        .where("email", "=", email)
        .executeTakeFirstOrThrow()
    ).email_refused_at;
  beforeEach(async () => {
    await server.jobs.drain();
    await server.services.db.deleteFrom("mail_refusal").execute();
  });
  afterEach(() => (smtpRefusal = null));

  test("because of us is sent as soon as it takes mails again, be it after a weekend", async () => {
    refusedBy("login_refused EAUTH AUTH 535", "ours");
    const address = to();
    await queueMail(server.services, {
      mail: "practice_emergency",
      to: address,
      values: { reference: "1", link: "https://app.example/" },
    });
    for (let hours = 0; hours < 71; hours += 1) {
      await server.jobs.drain();
      await elapse(3_600_000);
    }
    expect(attempts).toBe(71);
    smtpRefusal = null;
    await server.jobs.drain();
    expect(await mailbox.list(address)).toHaveLength(1);
  });

  test("for three days is given up, which the log says without naming anybody", async () => {
    refusedBy("busy EENVELOPE 451", "for_now");
    const address = to();
    await queuePatientMail(server.services, { mail: "welcome", patientId: newId(), to: address, values });
    await server.jobs.drain();
    await elapse(72 * 3_600_000);
    await server.jobs.drain();
    await elapse(3_600_000);
    await server.jobs.drain();
    expect(attempts).toBe(2);
    expect(server.logged()).toContain("mail given up after three days");
    expect(server.logged()).not.toContain(address);
  });

  test("the queues' retries last longer than that, and an emergency's come each minute", async () => {
    const { rows } = await sql<{ name: string; seconds: string; longest: number }>`
      select name, (retry_limit - 20) * retry_delay_max as seconds, retry_delay_max as longest from pgboss.queue
      where name in ('mail', 'mail-urgent') order by name`.execute(server.services.db);
    expect(rows.map(({ name, longest }) => [name, longest])).toEqual([
      ["mail", 900],
      ["mail-urgent", 60],
    ]);
    for (const { seconds } of rows) expect(Number(seconds)).toBeGreaterThan(72 * 3600);
  });

  test("about an emergency waits in a queue of its own, behind no other mail", async () => {
    refusedBy("unreachable ESOCKET", "for_now");
    await queuePatientMail(server.services, { mail: "welcome", patientId: newId(), to: to(), values });
    await queueMail(server.services, {
      mail: "practice_emergency",
      to: to(),
      values: { reference: "1", link: "https://app.example/" },
    });
    await server.jobs.drain();
    const { rows } = await sql<{ name: string }>`
      select name from pgboss.job where name like 'mail%' and state = 'retry' order by name`.execute(
      server.services.db,
    );
    expect(rows.map(({ name }) => name)).toEqual(["mail", "mail-urgent"]);
    smtpRefusal = null;
    await elapse(60_000);
    await server.jobs.drain();
  });

  test("is dropped once it makes no sense any more", async () => {
    refusedBy("unreachable ESOCKET", "for_now");
    const address = to();
    const until = new Date(server.clock.now().getTime() + 1_800_000);
    await queuePatientMail(server.services, { mail: "welcome", patientId: newId(), to: address, values, until });
    await server.jobs.drain();
    await elapse(1_800_000);
    smtpRefusal = null;
    await server.jobs.drain();
    expect(attempts).toBe(1);
    expect(await mailbox.list(address)).toEqual([]);
  });

  test("for its address marks the patient, is sent once more after an hour, and then given up", async () => {
    const { email } = await server.newPatient();
    await server.jobs.drain();
    refusedBy("no_such_recipient EENVELOPE RCPT 550 5.1.1", "final");
    await queuePatientMail(server.services, { mail: "welcome", patientId: newId(), to: email.toUpperCase(), values });
    await server.jobs.drain();
    const marked = await markOf(email);
    expect(marked).not.toBeNull();
    expect(attempts).toBe(1);
    for (let hour = 0; hour < 3; hour += 1) {
      await elapse(3_600_000);
      await server.jobs.drain();
    }
    expect(attempts).toBe(2);
    // Since the first refusal.
    expect(await markOf(email)).toEqual(marked);
    expect(server.logged()).toContain("no_such_recipient EENVELOPE RCPT 550 5.1.1");
    expect(server.logged()).not.toContain(email);
  });

  test("for its address, taken later, leaves no mark", async () => {
    const { email } = await server.newPatient();
    await server.jobs.drain();
    refusedBy("mailbox_full EENVELOPE RCPT 552 5.2.2", "final");
    await queuePatientMail(server.services, { mail: "welcome", patientId: newId(), to: email, values });
    await server.jobs.drain();
    expect(await markOf(email)).not.toBeNull();
    smtpRefusal = null;
    await elapse(3_600_000);
    await server.jobs.drain();
    expect(await markOf(email)).toBeNull();
    expect((await mailbox.list(email)).length).toBeGreaterThan(0);
  });

  test("for everybody's address is the server's: nobody is marked, nothing is lost", async () => {
    const patients = [await server.newPatient(), await server.newPatient(), await server.newPatient()];
    await server.jobs.drain();
    refusedBy("no_such_recipient EENVELOPE RCPT 550 5.1.1", "final");
    for (const { email } of patients) {
      await queuePatientMail(server.services, {
        mail: "welcome",
        patientId: newId(),
        to: email,
        values,
        dedupeKey: `again ${email}`,
      });
      await server.jobs.drain();
    }
    for (const { email } of patients) expect(await markOf(email)).toBeNull();
    smtpRefusal = null;
    sent.length = 0;
    await elapse(3_600_000);
    await server.jobs.drain();
    expect(sent.map(({ to: address }) => address).toSorted()).toEqual(patients.map(({ email }) => email).toSorted());
  });

  test("for one address of those on call doesn't hinder the others", async () => {
    const [refused, reached] = [to(), to()];
    refusedAddress = refused;
    for (const address of [refused, reached])
      await queueMail(server.services, {
        mail: "practice_emergency",
        to: address,
        values: { reference: "1", link: "https://app.example/" },
      });
    await server.jobs.drain();
    expect(await mailbox.list(reached)).toHaveLength(1);
    refusedAddress = null;
    await elapse(3_600_000);
    await server.jobs.drain();
    expect(await mailbox.list(refused)).toHaveLength(1);
  });
});

test("mail: an address that is confirmed again, or that mails a password back, is no longer marked", async () => {
  const { services } = server;
  const patient = await server.newPatient();
  const mark = () =>
    services.db
      .updateTable("patient")
      .set({ email_refused_at: services.clock.now() })
      .where("id", "=", patient.id)
      .execute();
  const marks = async () =>
    (await services.db.selectFrom("patient").select("email_refused_at").where("id", "=", patient.id).executeTakeFirst())
      ?.email_refused_at;
  await mark();
  await inTransaction(services, (tx) => setEmail(tx, patient.id, patient.email, services.clock.now()));
  expect(await marks()).toBeNull();
  await mark();
  await markEmailVerified(services.db, patient.id, services.clock.now());
  expect(await marks()).toBeNull();
});

test("a mail of once per hour has one key from the hour's first millisecond to its last", () => {
  const at = (moment: string) => oncePerHour({ clock: { now: () => new Date(`2026-03-09T${moment}Z`) } as never }, "a");
  expect(at("11:00:00.000")).toBe(at("11:59:59.999"));
  expect(new Set([at("10:59:59.999"), at("11:00:00.000"), at("12:00:00.000")]).size).toBe(3);
  expect(at("11:00:00.000")).toMatch(/^a:\d+$/);
});
