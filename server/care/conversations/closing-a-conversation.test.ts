import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import type { Message } from "#contract/messages/message.ts";
import {
  attachAsPatient,
  conversationsOf,
  markAsRead,
  withoutEmergency,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  allMessages,
} from "#server/messages/testing/conversations.ts";
import { newId } from "#server/platform/ids.ts";
import { type CallResult, startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps, type SentFile } from "#server/testing/upload-files.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
let photo: SentFile;
beforeAll(async () => {
  server = await startTestServer();
  photo = await photoWithGps();
});
afterAll(() => server.close());

const setOpen = async (id: string, value: boolean) =>
  (await server.call(care.openConversation, { params: { id }, body: { open: value } }, { apiKey })).ok;
const conversationForClinic = async (id: string) =>
  (await server.call(care.conversation, { params: { id } }, { apiKey })).ok;
const needsReply = async (patient: PatientWithConversations) =>
  (await server.call(account.user, {}, { token: await tokenOf(server, patient) })).ok.needspatientreply;
const answerAction = async (patient: PatientWithConversations, mid: string) =>
  server.call(
    messages.answerAction,
    { params: { id: patient.doctorConversationId, mid }, body: {} },
    { token: await tokenOf(server, patient) },
  );

describe("§7 a send refused by a closed conversation succeeds with the same key once it is open again", () => {
  test.each([
    [
      "the patient's text",
      (patient, key) =>
        sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello", clientid: key }, { key }),
    ],
    [
      "the patient's file",
      (patient, key) =>
        attachAsPatient(server, patient, patient.doctorConversationId, photo, { clientid: key }, { key }),
    ],
    [
      "the practice's words",
      (patient, key) =>
        sendAsClinic(server, patient.doctorConversationId, { message: "Hello", clientid: key }, { key }),
    ],
  ] satisfies [string, (patient: PatientWithConversations, key: string) => Promise<CallResult<Message>>][])(
    "%s",
    async (_, send) => {
      const [patient, key] = [await patientWithConversations(server), newId()];
      await setOpen(patient.doctorConversationId, false);
      for (let tries = 0; tries < 2; tries += 1) expect((await send(patient, key)).problem.code).toBe("wrong_state");
      await setOpen(patient.doctorConversationId, true);
      const { status, ok } = await send(patient, key);
      expect(status).toBe(201);
      expect((await send(patient, key)).ok).toEqual(ok);
      expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual([withoutEmergency(ok)]);
    },
  );
});

describe("the waiting time of a conversation that is opened again", () => {
  test("counts from the patient's first message after the practice's last one", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Answered" });
    await sendAsClinic(server, patient.doctorConversationId, { message: "Yes" });
    server.clock.advance(60_000);
    const { ok: first } = await sendAsPatient(server, patient, patient.doctorConversationId, { message: "And this?" });
    server.clock.advance(60_000);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Or this?" });
    expect((await setOpen(patient.doctorConversationId, false)).waitingsince).toBeNull();
    expect((await setOpen(patient.doctorConversationId, true)).waitingsince).toBe(first.createdat);
  });

  test("is none when the practice wrote last", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello" });
    await sendAsClinic(server, patient.doctorConversationId, { message: "Hello" });
    await setOpen(patient.doctorConversationId, false);
    expect((await setOpen(patient.doctorConversationId, true)).waitingsince).toBeNull();
  });
});

describe("the practice awaits no reply the patient cannot give", () => {
  test("§6 not in the chat of a state the patient left; back there, it is awaited again", async () => {
    const patient = await patientWithConversations(server);
    await sendAsClinic(server, patient.servicesConversationId, { message: "Which address?", needsreply: true });
    expect(await needsReply(patient)).toBe(true);
    const moveTo = (state: string) =>
      server.services.db.updateTable("patient").set({ state }).where("id", "=", patient.id).execute();
    await moveTo("CA");
    expect((await conversationsOf(server, patient))[1]).toMatchObject({ open: false, needsreply: false });
    expect(await conversationForClinic(patient.servicesConversationId)).toMatchObject({
      open: false,
      needsreply: false,
    });
    expect(await needsReply(patient)).toBe(false);
    await sendAsClinic(server, patient.doctorConversationId, { message: "How are you?", needsreply: true });
    expect(await needsReply(patient)).toBe(true);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Well" });
    await moveTo("IA");
    expect(await needsReply(patient)).toBe(true);
  });

  test("not in the doctor's conversation when the case lapsed", async () => {
    const patient = await patientWithConversations(server);
    await sendAsClinic(server, patient.doctorConversationId, { message: "How are you?", needsreply: true });
    const { db } = server.services;
    await db.updateTable("care_case").set({ status: "lapsed" }).where("patient_id", "=", patient.id).execute();
    expect((await conversationsOf(server, patient))[0]).toMatchObject({ open: false, needsreply: false });
    expect(await needsReply(patient)).toBe(false);
  });

  test("not for requests made before it was closed, even when the patient marks one as done", async () => {
    const patient = await patientWithConversations(server);
    const ask = () =>
      sendAsClinic(server, patient.doctorConversationId, {
        message: "How are you?",
        type: "prescription_followup",
        needsreply: true,
      });
    const { ok: first } = await ask();
    await ask();
    await setOpen(patient.doctorConversationId, false);
    const needsReplyFlags = async () => [
      (await conversationsOf(server, patient))[0]?.needsreply,
      await needsReply(patient),
    ];
    expect((await answerAction(patient, first.id)).ok.actionstatus).toBe("ANSWERED");
    expect(await needsReplyFlags()).toEqual([false, false]);
    await setOpen(patient.doctorConversationId, true);
    expect(await needsReplyFlags()).toEqual([false, false]);
    const { ok: later } = await ask();
    await markAsRead(server, patient, patient.doctorConversationId);
    expect(await needsReplyFlags()).toEqual([true, true]);
    await answerAction(patient, later.id);
    expect(await needsReplyFlags()).toEqual([false, false]);
  });
});
