import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import {
  conversationsOf,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  sendAsPatient,
} from "../testing/conversations.ts";
import { staffReadSeqForPatient } from "./staff-read.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const read = (id: string, seq: number) =>
  server.call(care.readConversation, { params: { id }, body: { seq } }, { apiKey });
const write = (patient: PatientWithConversations, ...texts: string[]) =>
  texts.reduce(
    (before, message) =>
      before.then(() =>
        sendAsPatient(server, patient, patient.doctorConversationId, { message }).then(() => undefined),
      ),
    Promise.resolve(),
  );
const seenByPatient = async (patient: PatientWithConversations) =>
  (await conversationsOf(server, patient))[0]?.staffreadseq;

describe("§10 the patient sees how far the practice has read", () => {
  test("nothing before the practice says so; then up to the message that was on its screen", async () => {
    const patient = await patientWithConversations(server);
    await write(patient, "One", "Two");
    expect(await seenByPatient(patient)).toBe(0);
    expect((await read(patient.doctorConversationId, 1)).ok).toMatchObject({ lastseq: 2, readseq: 2, staffreadseq: 1 });
    expect(await seenByPatient(patient)).toBe(1);
  });

  test("the mark never moves back nor beyond the last message, however the calls meet", async () => {
    const patient = await patientWithConversations(server);
    const { doctorConversationId: id } = patient;
    await write(patient, "One", "Two", "Three");
    const marks = await Promise.all([3, 1, 2, 3, 1].map((seq) => read(id, seq)));
    expect(marks.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await seenByPatient(patient)).toBe(3);
    await read(id, 1);
    expect((await read(id, 99)).ok.staffreadseq).toBe(3);
    await Promise.all([write(patient, "Four"), read(id, 4)]);
    expect([3, 4]).toContain(await seenByPatient(patient));
  });

  test("reading neither answers the patient nor reads for them", async () => {
    const patient = await patientWithConversations(server);
    await sendAsClinic(server, patient.doctorConversationId, { message: "Hello" });
    await write(patient, "One");
    const before = (await server.call(care.conversation, { params: { id: patient.doctorConversationId } }, { apiKey }))
      .ok;
    const { ok } = await read(patient.doctorConversationId, 2);
    expect(ok).toEqual({ ...before, staffreadseq: 2 });
    expect(ok.waitingsince).not.toBeNull();
  });

  test("a conversation that is unknown, another scope's or a patient's to mark is refused", async () => {
    const patient = await patientWithConversations(server);
    expect((await read(newId(), 1)).status).toBe(404);
    expect((await read(patient.doctorConversationId, -1)).status).toBe(400);
    const asPatient = await server.app.inject({
      method: "PUT",
      url: `/api/clinic/conversation/${patient.doctorConversationId}/read`,
      headers: { authorization: `Bearer ${await tokenOf(server, patient)}` },
      payload: { seq: 1 },
    });
    expect(asPatient.statusCode).toBe(401);
  });

  test("the change feed tells the patient's devices, once for each move", async () => {
    const patient = await patientWithConversations(server);
    const { doctorConversationId: id } = patient;
    await write(patient, "One");
    const { db } = server.services;
    const noted = () =>
      db
        .selectFrom("change_event")
        .select("seq")
        .where("patient_id", "=", patient.id)
        .where("topic", "=", "conversation")
        .where("object_id", "=", id)
        .execute();
    const before = (await noted()).length;
    await read(id, 1);
    await read(id, 1);
    expect(await noted()).toHaveLength(before + 1);
  });
});

describe("§10 “Read” never suggests that help is coming", () => {
  test("not under a message that tells of an emergency, nor under what follows it, until the practice answers", async () => {
    const patient = await patientWithConversations(server);
    const { doctorConversationId: id } = patient;
    await write(patient, "I have chest pain right now");
    await read(id, 1);
    expect(await seenByPatient(patient)).toBeNull();
    const token = await tokenOf(server, patient);
    await server.call(messages.dismissEmergency, { params: { id } }, { token });
    await write(patient, "Please help");
    await read(id, 2);
    expect(await seenByPatient(patient)).toBeNull();
    server.clock.advance(1000);
    await sendAsClinic(server, id, { message: "Please call 911" });
    server.clock.advance(1000);
    await write(patient, "Thank you, I did");
    await read(id, 4);
    expect(await seenByPatient(patient)).toBe(4);
  });

  test.each([
    ["shown", { shown: true, reported: 1, waiting: 2 }, null],
    ["dismissed, and still waited for", { shown: false, reported: 2, waiting: 2 }, null],
    ["dismissed, and answered", { shown: false, reported: 1, waiting: null }, 7],
    ["of an earlier exchange", { shown: false, reported: 1, waiting: 2 }, 7],
  ] as const)("an emergency %s", (_, { shown, reported, waiting }, seq) => {
    const emergency = { shown: shown ? { kind: "911" as const, title: "", text: "", phones: [] } : null };
    expect(
      staffReadSeqForPatient(
        { staff_read_seq: 7, waiting_since: waiting === null ? null : new Date(waiting) },
        { ...emergency, reportedAt: new Date(reported) },
      ),
    ).toBe(seq);
  });
});
