import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { cameraMake, photoWithGps, refusedFiles, type SentFile } from "#server/testing/upload-files.ts";
import {
  attachAsPatient,
  downloadAttachment,
  sendAsPatient,
  patientWithConversations,
  type PatientWithConversations,
  allMessages,
} from "./testing/conversations.ts";

const storedFiles = new Map<string, Uint8Array>();
const files: FileStore = {
  put: async (key, bytes) => void storedFiles.set(key, bytes),
  get: async (key) => storedFiles.get(key),
  remove: async (key) => void storedFiles.delete(key),
};
const pdf: SentFile = {
  name: "résumé of labs.PDF",
  type: "application/pdf",
  bytes: Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n"),
};

let server: TestServer;
let photo: SentFile;
let rosa: PatientWithConversations;
beforeAll(async () => {
  server = await startTestServer({ files });
  photo = await photoWithGps();
  rosa = await patientWithConversations(server);
});
afterAll(() => server.close());

describe("§7 POST /conversation/{id}/messageattachment", () => {
  test("a photo with text gets a server-chosen name and loses its camera metadata", async () => {
    const { status, ok } = await attachAsPatient(server, rosa, rosa.doctorConversationId, photo, {
      message: "My rash",
      clientid: "photo",
    });
    expect([status, ok]).toMatchObject([
      201,
      {
        type: "attachment",
        message: "My rash",
        clientid: "photo",
        attachment: { name: "photo.jpg", type: "image/jpeg" },
      },
    ]);
    const { headers, raw } = await downloadAttachment(server, rosa, rosa.doctorConversationId, ok.attachment?.id ?? "");
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": 'attachment; filename="photo.jpg"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(raw.rawPayload.length).toBe(ok.attachment?.bytes);
    expect([raw.rawPayload.includes("Exif"), raw.rawPayload.includes(cameraMake)]).toEqual([false, false]);
  });

  test("a PDF without text", async () => {
    const { ok } = await attachAsPatient(server, rosa, rosa.doctorConversationId, pdf);
    expect(ok).toMatchObject({ message: "", attachment: { name: "document.pdf", type: "application/pdf" } });
  });

  test.each(refusedFiles)("%s is refused, and no message is written", async (_, change, code) => {
    const patient = await patientWithConversations(server);
    const { problem } = await attachAsPatient(server, patient, patient.doctorConversationId, change(photo));
    expect(problem.code).toBe(code);
    expect(await allMessages(server, patient, patient.doctorConversationId)).toEqual([]);
  });

  test("blank text is refused at its field", async () => {
    const { status, problem } = await attachAsPatient(server, rosa, rosa.doctorConversationId, photo, {
      message: "\u200b\u202e",
    });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "message"]);
  });

  test("in a closed conversation it is refused with an explanation, and the file is not kept", async () => {
    const patient = await patientWithConversations(server);
    await server.call(
      care.openConversation,
      { params: { id: patient.doctorConversationId }, body: { open: false } },
      { apiKey },
    );
    await server.jobs.drain();
    const before = storedFiles.size;
    const { status, problem } = await attachAsPatient(server, patient, patient.doctorConversationId, photo);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    await server.jobs.drain();
    expect(storedFiles.size).toBe(before);
  });

  test("a repeated client id gives the same message and discards the second file", async () => {
    const patient = await patientWithConversations(server);
    const send = () => attachAsPatient(server, patient, patient.doctorConversationId, photo, { clientid: "once" });
    const answers = [await send(), await send(), ...(await Promise.all([send(), send(), send()]))];
    expect(new Set(answers.map(({ status, ok }) => `${status} ${ok.id}`)).size).toBe(1);
    await server.jobs.drain();
    const rows = await server.services.db
      .selectFrom("uploaded_file")
      .select("id")
      .where("patient_id", "=", patient.id)
      .execute();
    expect(rows).toEqual([{ id: answers[0]?.ok.attachment?.id }]);
    expect([...storedFiles.keys()].filter((key) => key.endsWith(rows[0]?.id ?? "none"))).toHaveLength(1);
  });

  test("the client id of a text message cannot be reused for a file", async () => {
    const patient = await patientWithConversations(server);
    await sendAsPatient(server, patient, patient.doctorConversationId, { message: "Hello", clientid: "text" });
    const { status, problem } = await attachAsPatient(server, patient, patient.doctorConversationId, photo, {
      clientid: "text",
      message: "Hello",
    });
    expect([status, problem.code]).toEqual([422, "idempotency_mismatch"]);
  });

  test("another patient's conversation is not found", async () => {
    const other = await patientWithConversations(server);
    expect((await attachAsPatient(server, rosa, other.doctorConversationId, photo)).problem).toMatchObject({
      code: "not_found",
    });
  });
});

describe("§7 GET /conversation/{id}/attachment/{attachmentid}: members only", () => {
  test("another patient's file, a file of the patient's other conversation, and an unknown id are not found", async () => {
    const other = await patientWithConversations(server);
    const othersFile =
      (await attachAsPatient(server, other, other.doctorConversationId, photo)).ok.attachment?.id ?? "";
    const ownFile = (await attachAsPatient(server, rosa, rosa.doctorConversationId, photo)).ok.attachment?.id ?? "";
    for (const [conversation, file] of [
      [other.doctorConversationId, othersFile],
      [rosa.doctorConversationId, othersFile],
      [rosa.servicesConversationId, ownFile],
      [rosa.doctorConversationId, newId()],
    ] as const)
      expect((await downloadAttachment(server, rosa, conversation, file)).problem).toMatchObject({ code: "not_found" });
    expect((await downloadAttachment(server, rosa, rosa.doctorConversationId, ownFile)).status).toBe(200);
  });
});

describe("a file sent by the practice", () => {
  const send = (id: string, file: SentFile, fields: Record<string, string> = {}) => {
    const { payload, headers } = multipart(file, fields);
    return server.call(care.sendMessageAttachment, { params: { id }, body: payload as never }, { apiKey, headers });
  };
  const open = (id: string, attachmentid: string) =>
    server.call(care.messageAttachment, { params: { id, attachmentid } }, { apiKey });

  test("reaches the patient, and both sides can open it", async () => {
    const patient = await patientWithConversations(server);
    const options = { token: patient.token };
    const { items } = (await server.call(messages.members, { params: { id: patient.doctorConversationId } }, options))
      .ok;
    const { status, ok } = await send(patient.doctorConversationId, pdf, { message: "Your results" });
    expect([status, ok]).toMatchObject([
      201,
      { message: "Your results", sender: { id: items[0]?.doctorid, role: "doctor" } },
    ]);
    const file = ok.attachment?.id ?? "";
    expect((await downloadAttachment(server, patient, patient.doctorConversationId, file)).raw.rawPayload).toEqual(
      pdf.bytes,
    );
    expect((await open(patient.doctorConversationId, file)).raw.rawPayload).toEqual(pdf.bytes);
    expect((await open(patient.servicesConversationId, file)).problem).toMatchObject({ code: "not_found" });
  });

  test.each([
    ["said not to be theirs", { reported_at: new Date() }, [404, 200]],
    ["withdrawn", { withdrawn_at: new Date(), withdrawn_by: "key:test" }, [404, 404]],
  ] as const)("%s, isn't the patient's to open; the practice's until it's withdrawn", async (_, change, statuses) => {
    const patient = await patientWithConversations(server);
    const { doctorConversationId: id } = patient;
    const [kept, gone] = [await send(id, pdf), await send(id, pdf)].map(({ ok }) => ok);
    await server.services.db
      .updateTable("message")
      .set(change)
      .where("id", "=", gone?.id ?? "")
      .execute();
    const opened = async (file = "") => [
      (await downloadAttachment(server, patient, id, file)).status,
      (await open(id, file)).status,
    ];
    expect(await opened(gone?.attachment?.id)).toEqual(statuses);
    expect(await opened(kept?.attachment?.id)).toEqual([200, 200]);
  });

  test("with a false type is refused; to an unknown conversation, not found", async () => {
    const patient = await patientWithConversations(server);
    const { status } = await send(patient.doctorConversationId, {
      name: "a.png",
      type: "image/png",
      bytes: Buffer.from("<html>"),
    });
    expect(status).toBe(415);
    expect((await send(newId(), pdf)).problem).toMatchObject({ code: "not_found" });
  });
});
