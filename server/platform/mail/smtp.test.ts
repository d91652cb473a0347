import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { smtpMailer } from "./smtp-mailer.ts";

const mail = { id: "0198c0de-0000-7000-8000-000000000001", to: "ana@example.com", subject: "Your code", text: "Hello" };

let server: SMTPServer;
let received: string[];
let url: string;

beforeEach(async () => {
  received = [];
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo({ address }, _session, done) {
      done(
        address.startsWith("unknown")
          ? Object.assign(new Error(`no such user ${address}`), { responseCode: 550 })
          : null,
      );
    },
    onData(stream, _session, done) {
      let message = "";
      stream.setEncoding("utf8");
      stream.on("data", (chunk: string) => (message += chunk));
      stream.on("end", () => {
        received.push(message);
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  url = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise<void>((closed) => server.close(closed)));

test("SMTP: a mail arrives with sender, recipient, both bodies and a message id of its own", async () => {
  await smtpMailer({ url, from: "Clinic <care@clinic.test>" }).send({ ...mail, html: "<p>Hello</p>" });
  expect(received).toHaveLength(1);
  const [message] = received;
  expect(message).toContain("From: Clinic <care@clinic.test>");
  expect(message).toContain("To: ana@example.com");
  expect(message).toContain("Subject: Your code");
  expect(message).toContain(`Message-ID: <${mail.id}@clinic.test>`);
  expect(message).toContain("text/plain");
  expect(message).toContain("<p>Hello</p>");
});

test("SMTP: a refusal is permanent and names no address", async () => {
  const sent = smtpMailer({ url, from: "care@clinic.test" }).send({ ...mail, to: "unknown@example.com" });
  await expect(sent).rejects.toMatchObject({ name: "MailNotSent", permanent: true });
  await expect(sent).rejects.not.toThrow("unknown@example.com");
});

test("SMTP: an unreachable server is worth a retry", async () => {
  const sent = smtpMailer({ url: "smtp://127.0.0.1:1", from: "care@clinic.test" }).send(mail);
  await expect(sent).rejects.toMatchObject({ name: "MailNotSent", permanent: false });
});

test("SMTP: a line break in the subject cannot add a header", async () => {
  await smtpMailer({ url, from: "care@clinic.test" }).send({ ...mail, subject: "Hi\r\nBcc: spy@example.com" });
  expect(received[0]).not.toMatch(/^Bcc:/m);
});
