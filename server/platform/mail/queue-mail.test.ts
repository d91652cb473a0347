import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "../database/open.ts";
import { newId } from "../ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { localMailbox } from "./local-mailbox.ts";
import { type Mail, MailNotSent } from "./mailer.ts";
import { greetingName, queueMail } from "./queue-mail.ts";

let server: TestServer;
let smtpRefusal: MailNotSent | null = null;
let attempts = 0;
const sent: Mail[] = [];
const mailbox = localMailbox({ clock: { now: () => new Date() } });
beforeAll(async () => {
  const mailer = {
    async send(mail: Mail) {
      attempts += 1;
      if (smtpRefusal) throw smtpRefusal;
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
  await inTransaction(server.services.db, (db) =>
    queueMail({ ...server.services, db }, { mail: "welcome", to: address, values }),
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
  const undone = inTransaction(server.services.db, async (db) => {
    await queueMail({ ...server.services, db }, { mail: "welcome", to: address, values });
    throw new Error("undone");
  });
  await expect(undone).rejects.toThrow("undone");
  await server.jobs.drain();
  expect(await mailbox.list(address)).toEqual([]);
});

test("mail: two with one dedupe key have one id, so they are one mail", async () => {
  const address = to();
  for (const dedupeKey of ["first", "first", "second"]) {
    await queueMail(server.services, { mail: "welcome", to: address, values, dedupeKey });
  }
  await server.jobs.drain();
  expect(await mailbox.list(address)).toHaveLength(2);
});

test("mail: refused permanently it is given up, with a log line that names nobody", async () => {
  const address = to();
  smtpRefusal = new MailNotSent("EENVELOPE 550", true);
  attempts = 0;
  await queueMail(server.services, { mail: "welcome", to: address, values });
  await server.jobs.drain();
  await server.jobs.drain();
  smtpRefusal = null;
  expect(attempts).toBe(1);
  expect(server.logged()).toContain("EENVELOPE 550");
  expect(server.logged()).not.toContain(address);
});
