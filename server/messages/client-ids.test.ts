import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";
import {
  attachAsPatient,
  withoutEmergency,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  sendAsClinic,
  allMessages,
} from "./testing/conversations.ts";

const yearMs = 365 * 86_400_000;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const senders = [
  [
    "the patient's",
    (patient: PatientWithConversations, body: { message: string; clientid: string }) =>
      sendAsPatient(server, patient, patient.doctorConversationId, body),
  ],
  [
    "the practice's",
    (patient: PatientWithConversations, body: { message: string; clientid: string }) =>
      sendAsClinic(server, patient.doctorConversationId, body),
  ],
] as const;

test.each(senders)("proof 2: 50 parallel sends with one client id of %s are one message", async (_, send) => {
  const patient = await patientWithConversations(server);
  const body = { message: "Only once", clientid: newId() };
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(patient, body)));
  expect(new Set(answers.map(({ status, ok }) => `${status} ${ok.id} ${ok.seq}`)).size).toBe(1);
  expect(answers[0]?.status).toBe(201);
  expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual(
    answers.slice(0, 1).map(({ ok }) => withoutEmergency(ok)),
  );
});

test.each(senders)(
  "proof 2: a client id of %s is good for ever, long after the idempotency key is gone",
  async (_, send) => {
    const patient = await patientWithConversations(server);
    const body = { message: "Only once", clientid: newId() };
    const { ok } = await send(patient, body);
    await server.services.db.deleteFrom("idempotency_key").execute();
    server.clock.advance(yearMs);
    const again = await send(patient, body);
    server.clock.setOffset(0);
    expect([again.status, again.ok]).toEqual([201, ok]);
  },
);

test("proof 2: without a client id the idempotency key is one, and stays it when its answer is gone", async () => {
  const patient = await patientWithConversations(server);
  const key = newId();
  const send = () => sendAsPatient(server, patient, patient.doctorConversationId, { message: "Only once" }, { key });
  const { ok } = await send();
  await server.services.db.deleteFrom("idempotency_key").execute();
  const again = await send();
  expect([again.status, again.ok, ok.clientid]).toEqual([201, ok, key]);
});

test("proof 2: with another text, or in another conversation, a client id is refused", async () => {
  const patient = await patientWithConversations(server);
  const clientid = newId();
  await sendAsPatient(server, patient, patient.doctorConversationId, { message: "One", clientid });
  for (const attempt of [
    sendAsPatient(server, patient, patient.doctorConversationId, { message: "Another", clientid }),
    sendAsPatient(server, patient, patient.servicesConversationId, { message: "One", clientid }),
  ]) {
    const { status, problem } = await attempt;
    expect([status, problem.code]).toEqual([422, "idempotency_mismatch"]);
  }
  expect(await allMessages(server, patient, patient.doctorConversationId)).toHaveLength(1);
  expect(await allMessages(server, patient, patient.servicesConversationId)).toEqual([]);
});

test("proof 2: with another file a client id is refused; with the same one it is the message it made", async () => {
  const patient = await patientWithConversations(server);
  const photo = await photoWithGps();
  const bytes = await sharp({ create: { width: 60, height: 40, channels: 3, background: "red" } })
    .jpeg()
    .toBuffer();
  const clientid = newId();
  const { ok } = await attachAsPatient(server, patient, patient.doctorConversationId, photo, { clientid });
  const { status, problem } = await attachAsPatient(
    server,
    patient,
    patient.doctorConversationId,
    { ...photo, bytes },
    { clientid },
  );
  expect([status, problem.code]).toEqual([422, "idempotency_mismatch"]);
  expect((await attachAsPatient(server, patient, patient.doctorConversationId, photo, { clientid })).ok).toEqual(ok);
  expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual([withoutEmergency(ok)]);
});

test("proof 2: two authors may use the same one", async () => {
  const [one, other] = [await patientWithConversations(server), await patientWithConversations(server)];
  const clientid = newId();
  const sent = await Promise.all([
    sendAsPatient(server, one, one.doctorConversationId, { message: "Hi", clientid }),
    sendAsPatient(server, other, other.doctorConversationId, { message: "Hi", clientid }),
    sendAsClinic(server, one.doctorConversationId, { message: "Hi", clientid }),
  ]);
  expect(sent.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(sent.map(({ ok }) => ok.id)).size).toBe(3);
});
