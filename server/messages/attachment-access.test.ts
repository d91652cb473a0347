import { afterAll, beforeAll, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { messages } from "#contract/messages/calls.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps, type SentFile } from "#server/testing/upload-files.ts";
import {
  attachAsPatient,
  withoutEmergency,
  downloadAttachment,
  patientWithConversations,
  allMessages,
} from "./testing/conversations.ts";

const stored = new Map<string, Uint8Array>();
/** Holds `put` back until it resolves; null lets it through. */
let putGate: Promise<void> | null = null;
let onPut: () => void = () => undefined;
const files: FileStore = {
  async put(key, bytes) {
    onPut();
    await putGate;
    stored.set(key, bytes);
  },
  get: async (key) => stored.get(key),
  remove: async (key) => void stored.delete(key),
};

let server: TestServer;
let photo: SentFile;
beforeAll(async () => {
  server = await startTestServer({ files });
  photo = await photoWithGps();
});
afterAll(() => server.close());

test("proof 9: there is no message until its file is checked and stored", async () => {
  const patient = await patientWithConversations(server);
  const release = Promise.withResolvers<void>();
  const putStarted = Promise.withResolvers<void>();
  [putGate, onPut] = [release.promise, putStarted.resolve];
  const sending = attachAsPatient(server, patient, patient.doctorConversationId, photo);
  await putStarted.promise;
  expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual([]);
  release.resolve();
  const { ok } = await sending;
  putGate = null;
  expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual([withoutEmergency(ok)]);
});

test("proof 9: a file that does not pass the check never becomes a message", async () => {
  const patient = await patientWithConversations(server);
  const { status } = await attachAsPatient(server, patient, patient.doctorConversationId, {
    ...photo,
    bytes: photo.bytes.subarray(0, 300),
  });
  expect(status).toBe(422);
  expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual([]);
});

test("proof 9: every download is authorized: members only, while logged in, and each is audited", async () => {
  const [patient, other] = [await patientWithConversations(server), await patientWithConversations(server)];
  const file = (await attachAsPatient(server, patient, patient.doctorConversationId, photo)).ok.attachment?.id ?? "";
  const params = { id: patient.doctorConversationId, attachmentid: file };
  const statuses = [
    (await downloadAttachment(server, patient, patient.doctorConversationId, file)).status,
    (await downloadAttachment(server, other, patient.doctorConversationId, file)).status,
    (await downloadAttachment(server, other, other.doctorConversationId, file)).status,
    (await server.call(messages.attachment, { params })).status,
    (await server.call(messages.attachment, { params }, { token: "forged" })).status,
  ];
  await server.call(
    auth.signOut,
    { body: {} },
    { token: patient.token, cookies: { refreshToken: patient.refreshToken } },
  );
  statuses.push((await server.call(messages.attachment, { params }, { token: patient.token })).status);
  expect(statuses).toEqual([200, 404, 404, 401, 401, 401]);
  const rows = await server.services.db
    .selectFrom("audit_event")
    .select(["actor", "status"])
    .where("call", "=", "messages.attachment")
    .where("actor", "!=", "anonymous")
    .orderBy("at")
    .execute();
  expect(rows).toEqual([
    { actor: `patient:${patient.id}`, status: 200 },
    { actor: `patient:${other.id}`, status: 404 },
    { actor: `patient:${other.id}`, status: 404 },
  ]);
});
