import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { notifications } from "#contract/notifications.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  markAsRead,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
} from "../testing/conversations.ts";
import { sendUnreadMails } from "./unread-mails.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const subject = "You have a new message";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
beforeEach(() => server.clock.setOffset(0));

/** Advances the clock and runs the minute's job; gives the mails about messages the patient has received so far. */
async function messageMailsAfter(patient: PatientWithConversations, ms: number) {
  server.clock.advance(ms);
  await sendUnreadMails(server.services);
  await server.jobs.drain();
  return (await server.mailbox.list(patient.email)).filter((mail) => mail.subject === subject);
}

test("proof 10: a mail is sent once a message has been unread for ten minutes, not before, and does not quote it", async () => {
  const patient = await patientWithConversations(server);
  await sendAsClinic(server, patient.doctorConversationId, { message: "Your biopsy results are here" });
  expect(await messageMailsAfter(patient, 9 * minuteMs)).toEqual([]);
  const [mail, ...more] = await messageMailsAfter(patient, minuteMs);
  expect(more).toEqual([]);
  expect(mail?.text).toContain("Hello Rosa,");
  expect(mail?.text).toContain(`${server.services.config.publicUrl}/messages/doctor`);
  expect(JSON.stringify(mail)).not.toMatch(/biopsy|results|Marsh/i);
  expect(await messageMailsAfter(patient, hourMs)).toHaveLength(1);
});

test("proof 10: one per conversation and window, however many messages come; the next window brings the next", async () => {
  const patient = await patientWithConversations(server);
  await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
  await sendAsClinic(server, patient.servicesConversationId, { message: "Two" });
  const first = await messageMailsAfter(patient, 10 * minuteMs);
  expect(first.map(({ text }) => /\/messages\/\w+/.exec(text)?.[0] ?? "").toSorted()).toEqual([
    "/messages/doctor",
    "/messages/patient_services",
  ]);
  for (let n = 0; n < 3; n += 1) {
    await sendAsClinic(server, patient.doctorConversationId, { message: `More ${n}` });
    expect(await messageMailsAfter(patient, hourMs)).toHaveLength(2);
  }
  expect(await messageMailsAfter(patient, hourMs)).toHaveLength(3);
  expect(await messageMailsAfter(patient, 5 * hourMs)).toHaveLength(3);
});

test("proof 10: reading cancels it, on any device; reading some of the messages does not", async () => {
  const patient = await patientWithConversations(server);
  await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
  await markAsRead(server, patient, patient.doctorConversationId);
  expect(await messageMailsAfter(patient, hourMs)).toEqual([]);
  await sendAsClinic(server, patient.doctorConversationId, { message: "Two" });
  await sendAsClinic(server, patient.doctorConversationId, { message: "Three" });
  await markAsRead(server, patient, patient.doctorConversationId, 2);
  expect(await messageMailsAfter(patient, hourMs)).toHaveLength(1);
});

test("proof 10: after partial reading, the mail waits ten minutes from the first unread message", async () => {
  const patient = await patientWithConversations(server);
  await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
  server.clock.advance(9 * minuteMs);
  await sendAsClinic(server, patient.doctorConversationId, { message: "Two" });
  await markAsRead(server, patient, patient.doctorConversationId, 1);
  expect(await messageMailsAfter(patient, 9 * minuteMs)).toEqual([]);
  expect(await messageMailsAfter(patient, minuteMs)).toHaveLength(1);
});

test("proof 10: partial reading after a mail does not bring the next one forward", async () => {
  const patient = await patientWithConversations(server);
  await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
  expect(await messageMailsAfter(patient, 10 * minuteMs)).toHaveLength(1);
  await sendAsClinic(server, patient.doctorConversationId, { message: "Two" });
  await sendAsClinic(server, patient.doctorConversationId, { message: "Three" });
  await markAsRead(server, patient, patient.doctorConversationId, 2);
  expect(await messageMailsAfter(patient, hourMs)).toHaveLength(1);
  expect(await messageMailsAfter(patient, 3 * hourMs)).toHaveLength(2);
});

test("proof 10: a mail that fails does not block the others", async () => {
  const [broken, patient] = [await patientWithConversations(server), await patientWithConversations(server)];
  await sendAsClinic(server, broken.doctorConversationId, { message: "One" });
  server.clock.advance(1000);
  await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
  await server.services.db
    .updateTable("patient")
    .set({ phone_sealed: Buffer.from("broken") })
    .where("id", "=", broken.id)
    .execute();
  server.clock.advance(10 * minuteMs);
  await sendUnreadMails(server.services, 1);
  await sendUnreadMails(server.services, 1);
  expect(await messageMailsAfter(patient, 0)).toHaveLength(1);
});

test("a round that isn't large enough for all takes what has been due the longest", async () => {
  const [later, first] = [await patientWithConversations(server), await patientWithConversations(server)];
  await sendAsClinic(server, first.doctorConversationId, { message: "One" });
  server.clock.advance(minuteMs);
  await sendAsClinic(server, later.doctorConversationId, { message: "One" });
  server.clock.advance(10 * minuteMs);
  const mails = async ({ email }: PatientWithConversations) => {
    await server.jobs.drain();
    return (await server.mailbox.list(email)).filter((mail) => mail.subject === subject).length;
  };
  await sendUnreadMails(server.services, 1);
  expect([await mails(first), await mails(later)]).toEqual([1, 0]);
  await sendUnreadMails(server.services, 1);
  expect([await mails(first), await mails(later)]).toEqual([1, 1]);
});

test("proof 10: the patient's own messages cause no mail", async () => {
  const patient = await patientWithConversations(server);
  await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello" });
  expect(await messageMailsAfter(patient, hourMs)).toEqual([]);
});

test("proof 10: two nodes running at once send one", async () => {
  const patients: PatientWithConversations[] = [];
  while (patients.length < 4) patients.push(await patientWithConversations(server));
  for (const patient of patients) await sendAsClinic(server, patient.doctorConversationId, { message: "Hello" });
  server.clock.advance(10 * minuteMs);
  await Promise.all(Array.from({ length: 4 }, () => sendUnreadMails(server.services)));
  for (const patient of patients) expect(await messageMailsAfter(patient, 0)).toHaveLength(1);
});

test("proof 10: a patient who opts out of message mails gets none; after opting in, only new messages are mailed", async () => {
  const patient = await patientWithConversations(server);
  const setMessageMails = async (messages: boolean) =>
    server.call(
      notifications.savePreferences,
      { body: { messages, updates: true } },
      { token: await tokenOf(server, patient) },
    );
  await setMessageMails(false);
  await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
  expect(await messageMailsAfter(patient, hourMs)).toEqual([]);
  await setMessageMails(true);
  expect(await messageMailsAfter(patient, hourMs)).toEqual([]);
  await sendAsClinic(server, patient.doctorConversationId, { message: "Two" });
  expect(await messageMailsAfter(patient, hourMs)).toHaveLength(1);
});

test("proof 10: the job is scheduled each minute", async () => {
  const patient = await patientWithConversations(server);
  await sendAsClinic(server, patient.doctorConversationId, { message: "One" });
  server.clock.advance(10 * minuteMs);
  await server.jobs.handleSchedules();
  await server.jobs.drain();
  expect((await server.mailbox.list(patient.email)).map((mail) => mail.subject)).toContain(subject);
});
