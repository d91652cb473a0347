import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care.ts";
import { messages } from "#contract/messages.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { camera, photoWithPlace, refusedFiles, type SentFile } from "#server/gates/hostile-files.ts";
import { multipart } from "#server/gates/requests.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { attach, readFile, say, talking, type Talking, wholeThread } from "./testing/talk.ts";

const stored = new Map<string, Uint8Array>();
const files: FileStore = {
  put: async (key, bytes) => void stored.set(key, bytes),
  get: async (key) => stored.get(key),
  remove: async (key) => void stored.delete(key),
};
const pdf: SentFile = {
  name: "résumé of labs.PDF",
  type: "application/pdf",
  bytes: Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n"),
};

let server: TestServer;
let photo: SentFile;
let rosa: Talking;
beforeAll(async () => {
  server = await startTestServer({ files });
  photo = await photoWithPlace();
  rosa = await talking(server);
});
afterAll(() => server.close());

describe("§7 POST /conversation/{id}/messageattachment", () => {
  test("a photo with a few words: a name of ours, and nothing of the camera in it", async () => {
    const { status, ok } = await attach(server, rosa, rosa.doctor, photo, { message: "My rash", clientid: "photo" });
    expect([status, ok]).toMatchObject([
      201,
      {
        type: "attachment",
        message: "My rash",
        clientid: "photo",
        attachment: { name: "photo.jpg", type: "image/jpeg" },
      },
    ]);
    const { headers, raw } = await readFile(server, rosa, rosa.doctor, ok.attachment?.id ?? "");
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": 'attachment; filename="photo.jpg"',
      "content-security-policy": "default-src 'none'; sandbox",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
    expect(raw.rawPayload.length).toBe(ok.attachment?.bytes);
    expect([raw.rawPayload.includes("Exif"), raw.rawPayload.includes(camera)]).toEqual([false, false]);
  });

  test("a PDF without words", async () => {
    const { ok } = await attach(server, rosa, rosa.doctor, pdf);
    expect(ok).toMatchObject({ message: "", attachment: { name: "document.pdf", type: "application/pdf" } });
  });

  test.each(refusedFiles)("%s is refused, and no message is written", async (_, change, code) => {
    const her = await talking(server);
    const { problem } = await attach(server, her, her.doctor, change(photo));
    expect(problem.code).toBe(code);
    expect(await wholeThread(server, her, her.doctor)).toEqual([]);
  });

  test("words of nothing are refused at the field", async () => {
    const { status, problem } = await attach(server, rosa, rosa.doctor, photo, { message: "\u200b\u202e" });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "message"]);
  });

  test("in a closed conversation it is refused in a sentence, and the file is not kept", async () => {
    const her = await talking(server);
    await server.call(care.openConversation, { params: { id: her.doctor }, body: { open: false } }, { apiKey });
    await server.jobs.drain();
    const before = stored.size;
    const { status, problem } = await attach(server, her, her.doctor, photo);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    await server.jobs.drain();
    expect(stored.size).toBe(before);
  });

  test("the same client id again: the same message, and the second file is forgotten", async () => {
    const her = await talking(server);
    const send = () => attach(server, her, her.doctor, photo, { clientid: "once" });
    const answers = [await send(), await send(), ...(await Promise.all([send(), send(), send()]))];
    expect(new Set(answers.map(({ status, ok }) => `${status} ${ok.id}`)).size).toBe(1);
    await server.jobs.drain();
    const rows = await server.services.db
      .selectFrom("uploaded_file")
      .select("id")
      .where("patient_id", "=", her.id)
      .execute();
    expect(rows).toEqual([{ id: answers[0]?.ok.attachment?.id }]);
    expect([...stored.keys()].filter((key) => key.endsWith(rows[0]?.id ?? "none"))).toHaveLength(1);
  });

  test("the client id of a text is not taken for a file", async () => {
    const her = await talking(server);
    await say(server, her, her.doctor, { message: "Hello", clientid: "text" });
    const { status, problem } = await attach(server, her, her.doctor, photo, { clientid: "text", message: "Hello" });
    expect([status, problem.code]).toEqual([422, "idempotency_mismatch"]);
  });

  test("another patient's conversation is not found", async () => {
    const other = await talking(server);
    expect((await attach(server, rosa, other.doctor, photo)).problem).toMatchObject({ code: "not_found" });
  });
});

describe("§7 GET /conversation/{id}/attachment/{attachmentid}: members only", () => {
  test("another patient's file, a file of another conversation of hers, and nobody's are not found", async () => {
    const other = await talking(server);
    const theirs = (await attach(server, other, other.doctor, photo)).ok.attachment?.id ?? "";
    const hers = (await attach(server, rosa, rosa.doctor, photo)).ok.attachment?.id ?? "";
    for (const [conversation, file] of [
      [other.doctor, theirs],
      [rosa.doctor, theirs],
      [rosa.services, hers],
      [rosa.doctor, newId()],
    ] as const)
      expect((await readFile(server, rosa, conversation, file)).problem).toMatchObject({ code: "not_found" });
    expect((await readFile(server, rosa, rosa.doctor, hers)).status).toBe(200);
  });
});

describe("a file of the practice", () => {
  const send = (id: string, file: SentFile, fields: Record<string, string> = {}) => {
    const { payload, headers } = multipart(file, fields);
    return server.call(care.sendMessageAttachment, { params: { id }, body: payload as never }, { apiKey, headers });
  };
  const open = (id: string, attachmentid: string) =>
    server.call(care.messageAttachment, { params: { id, attachmentid } }, { apiKey });

  test("reaches her, and both sides open it", async () => {
    const her = await talking(server);
    const options = { token: her.token };
    const { items } = (await server.call(messages.members, { params: { id: her.doctor } }, options)).ok;
    const { status, ok } = await send(her.doctor, pdf, { message: "Your results" });
    expect([status, ok]).toMatchObject([
      201,
      { message: "Your results", sender: { id: items[0]?.doctorid, role: "doctor" } },
    ]);
    const file = ok.attachment?.id ?? "";
    expect((await readFile(server, her, her.doctor, file)).raw.rawPayload).toEqual(pdf.bytes);
    expect((await open(her.doctor, file)).raw.rawPayload).toEqual(pdf.bytes);
    expect((await open(her.services, file)).problem).toMatchObject({ code: "not_found" });
  });

  test("that lies about its type is refused; to nobody, not found", async () => {
    const her = await talking(server);
    const { status } = await send(her.doctor, { name: "a.png", type: "image/png", bytes: Buffer.from("<html>") });
    expect(status).toBe(415);
    expect((await send(newId(), pdf)).problem).toMatchObject({ code: "not_found" });
  });
});
