import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer } from "#server/testing/harness.ts";
import { coverEveryRow } from "#server/testing/outside-rows.ts";
import type { Meaning } from "../outside/outside-table.ts";
import type { Outside } from "../outside/outside.ts";
import { MailNotSent } from "./mailer.ts";
import { probeMail } from "./probe-mail.ts";
import { queueMail } from "./queue-mail.ts";
import { type MailAnswer, mailAnswer, mailTable } from "./smtp-answers.ts";
import { type SmtpBounds, smtpMailer } from "./smtp-mailer.ts";
import { type SmtpScript, type SmtpTwin, startSmtpTwin } from "./testing/smtp-twin.ts";

const mail = { id: "0198c0de-0000-7000-8000-000000000001", to: "ana@example.com", subject: "Your code", text: "Hello" };
const from = "Clinic <care@clinic.test>";
/** For a server that says nothing. Any other has the usual time: on a busy machine a good answer takes longer than this. */
const hasty: SmtpBounds = { connect: 400, greeting: 200, silence: 200, mail: 1000, refusedLogin: 60_000 };

/** What an adapter reported, in order; `worked` is a good answer. */
function recorder() {
  const reported: string[] = [];
  const outside: Pick<Outside, "of"> = {
    of: (table) => ({
      failed(answer) {
        reported.push(answer);
        return table.rows[answer];
      },
      worked: () => void reported.push("worked"),
    }),
  };
  return { reported, outside };
}

let twin: SmtpTwin;
beforeEach(async () => {
  twin = await startSmtpTwin();
});
afterEach(() => twin.close());

/** What the adapter makes of a server that answers by this script. */
async function comesOf(
  script: SmtpScript,
  url = twin.url,
  bounds?: SmtpBounds,
): Promise<{ answer: string; means: Meaning; code: string }> {
  twin.script = script;
  const { reported, outside } = recorder();
  const error = await smtpMailer({ url, from }, outside, bounds)
    .send(mail)
    .then(
      () => expect.unreachable("it was sent"),
      (thrown: MailNotSent) => thrown,
    );
  expect(error).toBeInstanceOf(MailNotSent);
  expect(`${error.message} ${error.code}`).not.toContain("ana@");
  expect(reported).toHaveLength(1);
  return { answer: reported[0] ?? "", means: error.means, code: error.code };
}

const withPassword = (url: string): string => url.replace("://", "://user:secret@");
const toRecipient = (reply: string): SmtpScript => ({ recipients: { "*": reply } });

/** Each of these replies is this answer, and means what the table says. */
async function each(answer: MailAnswer, scripts: readonly (SmtpScript & { readonly login?: string })[]): Promise<void> {
  for (const script of scripts) {
    const url = script.login === undefined ? twin.url : withPassword(twin.url);
    const extensions = script.login === undefined ? (script.extensions ?? []) : ["AUTH PLAIN LOGIN"];
    const bounds = answer === "silent" ? hasty : undefined;
    expect({ script, ...(await comesOf({ ...script, extensions }, url, bounds)) }).toMatchObject({
      script,
      answer,
      means: mailTable.rows[answer].means,
    });
  }
}

describe("what a mail server answers", () => {
  coverEveryRow(mailTable, {
    login_refused: () =>
      each("login_refused", [
        { login: "535 5.7.8 Error: authentication failed" },
        { login: "535 5.7.139 Authentication unsuccessful, basic authentication is disabled." },
        { login: "535 Authentication Credentials Invalid" },
        { login: "534-5.7.9 Application-specific password required.\n534 5.7.9 Sign in with a browser" },
        { login: "432 4.7.12 A password transition is needed" },
        { login: "503 5.5.1 AUTH not advertised" },
        { sender: "530 5.7.0 Authentication Required" },
        { sender: "530 5.7.57 Client not authenticated to send mail" },
        toRecipient("530 Authentication required"),
      ]),
    async tls_refused() {
      await each("tls_refused", [
        { sender: "530 5.7.0 Must issue a STARTTLS command first" },
        { login: "538 5.7.11 Encryption required" },
      ]);
      // A server without encryption at an encrypted port, one whose certificate nobody knows, and one that offers none for a password.
      expect((await comesOf({}, twin.url.replace("smtp:", "smtps:"))).answer).toBe("tls_refused");
      const { url, close } = await serverWithOwnCertificate();
      expect((await comesOf({}, url)).answer).toBe("tls_refused");
      expect(
        (await comesOf({}, `${url}`.replace("smtps:", "smtp:").replace(/:\d+$/, `:${twin.port}?requireTLS=true`)))
          .answer,
      ).toBe("tls_refused");
      await close();
    },
    sender_refused: () =>
      each("sender_refused", [
        { sender: "550 5.1.0 Sender rejected" },
        { sender: "553 5.7.1 care@clinic.test: Sender address rejected: not owned by user" },
        { sender: "550 not allowed" },
        toRecipient("550 5.1.7 Sender unknown"),
        toRecipient("550 5.1.8 Access denied, bad outbound sender"),
        { mail: "554 5.7.60 SMTP; Client does not have permissions to send as this sender" },
        {
          mail: "554 Message rejected: Email address is not verified. The following identities failed the check: ana@example.com",
        },
      ]),
    relay_refused: () =>
      each("relay_refused", [
        toRecipient("554 5.7.1 <ana@example.com>: Relay access denied"),
        toRecipient("550 relay not permitted"),
        toRecipient("550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain"),
        toRecipient("551 we do not relay"),
      ]),
    policy_refused: () =>
      each("policy_refused", [
        toRecipient("550 5.7.1 Service unavailable; client blocked"),
        { mail: "550-5.7.26 This mail is unauthenticated\n550 5.7.26 Set up SPF or DKIM" },
        { mail: "554 5.7.1 Spam message rejected" },
        { greeting: "554 5.7.1 no SMTP service for you" },
        { greeting: "521 this host takes no mail" },
      ]),
    sending_stopped: () =>
      each("sending_stopped", [
        { mail: "550 5.4.5 Daily user sending limit exceeded" },
        { mail: "554 Message rejected: Sending paused for this account." },
        toRecipient("550 5.2.254 Sender throttled due to continuous too many recipients errors"),
      ]),
    message_refused: () =>
      each("message_refused", [
        { sender: "552 5.3.4 Message size exceeds fixed limit" },
        { mail: "552 message too large" },
      ]),
    practice_address_refused: () => queued("practice_address_refused", ["practice_contact"]),
    everybody_refused: () =>
      queued("everybody_refused", ["email_change_asked", "email_change_asked", "email_change_asked"]),
    busy: () =>
      each("busy", [
        { greeting: "421 4.3.2 Service shutting down" },
        { greeting: "421 Too many concurrent SMTP connections" },
        { login: "454 4.7.0 Temporary authentication failure" },
        { sender: "432 4.3.2 Concurrent connections limit exceeded" },
        { sender: "452 4.3.1 Insufficient system storage" },
        toRecipient("450 4.2.0 Greylisted, come back later"),
        toRecipient("451 4.7.1 Greylisting in action"),
        toRecipient("452 4.2.2 The email account is over quota"),
        toRecipient("421 4.7.0 Try again later, closing connection"),
        { data: "451 4.3.0 not now" },
        { mail: "454 Throttling failure: Maximum sending rate exceeded." },
        { mail: "451 4.4.2 Timeout waiting for data" },
      ]),
    async unreachable() {
      expect(await comesOf({}, "smtp://127.0.0.1:1")).toMatchObject({ answer: "unreachable", means: "for_now" });
      expect((await comesOf({}, "smtp://no-such-host.invalid:25")).answer).toBe("unreachable");
    },
    async silent() {
      await each("silent", [
        { greeting: "silence" },
        { greeting: "half a reply" },
        { greeting: "a byte now and then" },
        { sender: "silence" },
        { sender: "a byte now and then" },
        toRecipient("half a reply"),
        { data: "silence" },
        { mail: "silence" },
        { mail: "a byte now and then" },
      ]);
    },
    connection_lost: () =>
      each("connection_lost", [
        { greeting: "hangs up" },
        { sender: "hangs up" },
        toRecipient("hangs up"),
        { data: "hangs up" },
        { mail: "hangs up" },
        { mail: "taken, hangs up" },
      ]),
    async no_such_recipient() {
      await each("no_such_recipient", [
        toRecipient("550 5.1.1 <ana@example.com>: Recipient address rejected: User unknown in local recipient table"),
        toRecipient("550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 See the help page"),
        toRecipient("550 5.1.2 <ana@example.com>: domain not found"),
        toRecipient("501 5.1.3 Bad recipient address syntax"),
        toRecipient("550 5.1.10 RESOLVER.ADR.RecipientNotFound"),
        toRecipient("556 5.1.10 Recipient address has null MX"),
        toRecipient("550 Unrouteable address"),
        toRecipient("550 No such user here"),
        { mail: "550 5.1.1 no such mailbox" },
      ]);
    },
    mailbox_disabled: () => each("mailbox_disabled", [toRecipient("550 5.2.1 The email account is disabled.")]),
    mailbox_full: () =>
      each("mailbox_full", [toRecipient("552 5.2.2 The mailbox is full"), { mail: "552 5.2.2 over quota" }]),
    unknown: () =>
      each("unknown", [
        { greeting: "HTTP/1.1 400 Bad Request" },
        { greeting: "250 hello?" },
        { sender: "555 5.5.4 Unsupported option" },
        { sender: "550 5.2.1 an answer that belongs to a recipient" },
        toRecipient("550 mailbox unavailable"),
        toRecipient("550 5.4.1 Recipient address rejected"),
        toRecipient("554 5.0.0 Transaction failed"),
        { mail: "554 Transaction failed" },
        { data: "503 5.5.1 bad sequence" },
      ]),
  });
});

/** Mails of these kinds, each to another address that is refused for good, are all tried again, and the practice is alarmed of the answer. */
async function queued(
  answer: MailAnswer,
  mails: readonly ("practice_contact" | "email_change_asked")[],
): Promise<void> {
  twin.script = toRecipient("550 5.1.1 unknown");
  const server = await startTestServer({ mailer: smtpMailer({ url: twin.url, from }, recorder().outside) });
  try {
    for (const [at, kind] of mails.entries())
      await queueMail(server.services, {
        mail: kind,
        to: `${kind}-${at}@example.com`,
        values: {
          firstname: "Ana",
          link: "https://app.example/",
          reference: "1",
          how: "by phone",
          date: "March 9",
          hours: "24",
        },
      });
    await server.jobs.drain();
    await server.services.outside.write();
    const failures = await server.services.db.selectFrom("outside_failure").select("answer").execute();
    expect(failures).toEqual([{ answer }]);
    const waiting = await sql`select 1 from pgboss.job where name = 'mail' and state in ('retry', 'created')`.execute(
      server.services.db,
    );
    expect(waiting.rows).toHaveLength(mails.length);
  } finally {
    await server.close();
  }
}

/** A server at an encrypted port with a certificate that nobody has signed. */
async function serverWithOwnCertificate() {
  const server = new SMTPServer({ secure: true, authOptional: true });
  server.on("error", () => undefined);
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    url: `smtps://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((closed) => server.close(closed)),
  };
}

test("SMTP: what has no code is never final", () => {
  for (const failure of [
    {},
    { code: "ENEW" },
    { responseCode: 599, command: "RCPT TO" },
    { code: "EENVELOPE" },
    { code: "EMESSAGE" },
  ])
    expect(mailTable.rows[mailAnswer(failure)].means).toBe("for_now");
});

test("SMTP: a mail arrives with sender, recipient, both bodies and a message id of its own", async () => {
  await smtpMailer({ url: twin.url, from }, recorder().outside).send({ ...mail, html: "<p>Hello</p>" });
  const [message] = twin.taken;
  for (const part of [
    "From: Clinic <care@clinic.test>",
    "To: ana@example.com",
    "Subject: Your code",
    `Message-ID: <${mail.id}@clinic.test>`,
    "Auto-Submitted: auto-generated",
    "text/plain",
    "<p>Hello</p>",
  ])
    expect(message).toContain(part);
  expect(message).not.toContain("List-Unsubscribe");
});

test("SMTP: where there is an opt-out, mail programs get it for one press", async () => {
  const unsubscribe = "https://app.example/api/unsubscribe/x";
  await smtpMailer({ url: twin.url, from }, recorder().outside).send({ ...mail, unsubscribe });
  expect(twin.taken[0]).toContain(`List-Unsubscribe: <${unsubscribe}>\r\n`);
  expect(twin.taken[0]).toContain("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n");
});

test("SMTP: a line break in the subject or an address adds no header, and a comma no recipient", async () => {
  const { outside } = recorder();
  const mailer = smtpMailer({ url: twin.url, from }, outside);
  await mailer.send({ ...mail, subject: "Hi\r\nBcc: spy@example.com" });
  await mailer.send({ ...mail, to: "ana@example.com\r\nRCPT TO:<spy@example.com>" });
  await mailer.send({ ...mail, to: "ana@example.com, spy@example.com" });
  expect(twin.taken[0]).not.toMatch(/^Bcc:/m);
  expect(twin.taken).toHaveLength(3);
  expect(twin.commands.filter((command) => command === "RCPT TO")).toHaveLength(3);
});

test("SMTP: a mail that was taken before the connection broke comes again under the same id", async () => {
  const { reported, outside } = recorder();
  const mailer = smtpMailer({ url: twin.url, from }, outside);
  twin.script = { mail: "taken, hangs up" };
  await expect(mailer.send(mail)).rejects.toMatchObject({ means: "for_now" });
  twin.script = {};
  await mailer.send(mail);
  expect(reported).toEqual(["connection_lost", "worked"]);
  expect(twin.taken.map((message) => /^Message-ID: (.*)$/m.exec(message)?.[1])).toEqual([
    `<${mail.id}@clinic.test>`,
    `<${mail.id}@clinic.test>`,
  ]);
});

test("SMTP: after a refused login, none is tried for a while: providers lock an account", async () => {
  twin.script = { extensions: ["AUTH PLAIN"], login: "535 5.7.8 no" };
  const { reported, outside } = recorder();
  const mailer = smtpMailer({ url: withPassword(twin.url), from }, outside);
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(mailer.send(mail)).rejects.toMatchObject({ name: "MailNotSent", means: "ours" });
  expect(twin.commands.filter((command) => command === "AUTH")).toHaveLength(1);
  expect(reported).toEqual(["login_refused"]);
});

test("SMTP: a password is never sent in the open to another host", async () => {
  // 127.0.0.2 is this host, too, and not among the names of it.
  const elsewhere = withPassword(twin.url).replace("127.0.0.1", "127.0.0.2");
  expect((await comesOf({ extensions: ["AUTH PLAIN"] }, elsewhere)).answer).toBe("tls_refused");
  expect(twin.commands).toEqual(["EHLO", "STARTTLS"]);
});

test("SMTP: a server that hangs doesn't hold a node that stops", async () => {
  twin.script = { mail: "silence" };
  const { reported, outside } = recorder();
  const mailer = smtpMailer({ url: twin.url, from }, outside);
  const sent = mailer.send(mail);
  sent.catch(() => undefined);
  await expect.poll(() => twin.commands).toContain("DATA");
  mailer.close?.();
  await expect(sent).rejects.toMatchObject({ name: "MailNotSent", means: "for_now" });
  expect(reported).toEqual([]);
});

describe("the probe", () => {
  const asked = (sends: boolean) =>
    probeMail({ smtpUrl: twin.url, mailFrom: from, alarmEmails: ["ops@clinic.test"], supportEmail: null }, { sends });

  test("signs in and, where it may, mails the operator", async () => {
    expect(await asked(false)).toMatchObject([{ checked: expect.stringContaining("127.0.0.1"), problem: null }]);
    expect(twin.taken).toEqual([]);
    expect(await asked(true)).toMatchObject([
      { problem: null },
      { checked: "takes a mail to ALARM_EMAIL", problem: null },
    ]);
    expect(twin.taken[0]).toContain("To: ops@clinic.test");
  });

  test("says of each failure what to do", async () => {
    twin.script = { greeting: "421 4.3.2 later" };
    expect(await asked(true)).toMatchObject([{ problem: { answer: "busy" } }]);
    twin.script = { sender: "553 5.7.1 not owned by user" };
    expect(await asked(true)).toMatchObject([
      { problem: null },
      { problem: { answer: "sender_refused", todo: mailTable.rows.sender_refused.practice } },
    ]);
    twin.script = toRecipient("550 5.1.1 unknown");
    const [, toOperator] = await asked(true);
    expect(toOperator?.problem).toMatchObject({ answer: "practice_address_refused" });
    expect(toOperator?.problem?.code).not.toContain("ops@");
  });
});
