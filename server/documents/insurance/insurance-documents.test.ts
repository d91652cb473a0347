import { createHash } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { documents, type PatientDocument } from "#contract/documents/calls.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import type { Problem } from "#contract/http/errors.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { FilesUnavailable, type FileStore } from "#server/platform/files/file-store.ts";
import { newId } from "#server/platform/ids.ts";
import { recordCallCoverage } from "#server/testing/call-coverage.ts";
import { startTestServer, type TestPatient, type TestServer } from "#server/testing/harness.ts";

/** The bytes the server stores, by name. */
const stored = new Map<string, Uint8Array>();
let storeFails = false;
const whileItWorks = <T>(act: () => T): Promise<T> =>
  storeFails ? Promise.reject(new FilesUnavailable("SlowDown 503")) : Promise.resolve(act());
const files: FileStore = {
  put: (key, bytes) => whileItWorks(() => void stored.set(key, bytes)),
  get: (key) => whileItWorks(() => stored.get(key)),
  remove: (key) => whileItWorks(() => void stored.delete(key)),
};

let server: TestServer;
let card: Uint8Array;
beforeAll(async () => {
  server = await startTestServer({ files });
  card = await picture("#336699");
});
beforeEach(() => stored.clear());
afterAll(() => server.close());

const picture = (background: string) =>
  sharp({ create: { width: 40, height: 25, channels: 3, background } })
    .jpeg()
    .toBuffer();
const pdf = Buffer.from("%PDF-1.7\n1 0 obj\n<< /Type /Page >>\nendobj\nstartxref\n0\n%%EOF\n");

interface Sending {
  readonly fields?: Record<string, string>;
  readonly bytes?: Uint8Array;
  readonly name?: string;
  readonly key?: string;
  /** Replaces this document. */
  readonly id?: string;
}

async function send({ token }: Pick<TestPatient, "token">, sending: Sending = {}) {
  const { fields = { kind: "insurance_front" }, bytes = card, name = "IMG_1.jpg", key = newId(), id } = sending;
  const call = id === undefined ? documents.upload : documents.replace;
  const type = name.endsWith("pdf") ? "application/pdf" : "image/jpeg";
  const { payload, headers } = multipart({ name, type, bytes }, fields);
  const answer = await server.app.inject({
    method: call.method,
    url: fullPath(call).replace("{id}", id ?? ""),
    payload,
    headers: { ...headers, authorization: `Bearer ${token}`, ...(id === undefined && { "idempotency-key": key }) },
  });
  recordCallCoverage(call, answer.statusCode);
  const body: unknown = answer.json();
  return { status: answer.statusCode, ok: body as PatientDocument, problem: body as Problem };
}

const list = async ({ token }: TestPatient) => (await server.call(documents.list, { query: {} }, { token })).ok;
const open = ({ token }: TestPatient, id: string) => server.call(documents.file, { params: { id } }, { token });
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

test("while the store fails, a file isn't taken and none opens, in words; with the same key it's taken afterwards", async () => {
  const patient = await server.newPatient();
  const { ok: earlier } = await send(patient);
  storeFails = true;
  const key = newId();
  const refused = await send(patient, { key });
  expect([refused.status, refused.problem.code]).toEqual([503, "unavailable"]);
  expect(refused.problem.message).toContain("We can't save or open files just now.");
  const unopened = await open(patient, earlier.id);
  expect([unopened.status, unopened.problem.code, unopened.headers["retry-after"]]).toEqual([503, "unavailable", "30"]);
  expect((await send(patient, { id: earlier.id })).status).toBe(503);
  storeFails = false;
  expect((await list(patient)).items).toHaveLength(1);
  expect((await open(patient, earlier.id)).status).toBe(200);
  expect((await send(patient, { key })).status).toBe(201);
  expect((await list(patient)).items).toHaveLength(2);
});

describe("§7 GET /document", () => {
  test("a new patient has none", async () => {
    expect(await list(await server.newPatient())).toEqual({ items: [], nextpage: null });
  });

  test("only the patient's own, newest first, titled by kind or as the patient named them", async () => {
    const [patient, other] = [await server.newPatient(), await server.newPatient()];
    await send(other);
    await send(patient);
    server.clock.advance(1000);
    await send(patient, { fields: { kind: "lab_result", title: "Blood test, May" }, bytes: pdf, name: "x.pdf" });
    expect(await list(patient)).toMatchObject({
      items: [
        { kind: "lab_result", title: "Blood test, May", file: { name: "blood-test-may.pdf", type: "application/pdf" } },
        {
          kind: "insurance_front",
          title: "Insurance card, front",
          file: { name: "insurance-card-front.jpg", type: "image/jpeg" },
        },
      ],
      nextpage: null,
    });
  });

  test("an invalid cursor is refused at its field", async () => {
    const { token } = await server.newPatient();
    const { status, problem } = await server.call(documents.list, { query: { nextpage: "tomorrow" } }, { token });
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "nextpage"]);
  });
});

describe("POST /document", () => {
  test("§5 a photo is stored as a JPEG with nothing of the original file but the visible image", async () => {
    const patient = await server.newPatient();
    const bytes = await sharp({ create: { width: 40, height: 25, channels: 4, background: "#336699" } })
      .withExif({ IFD0: { Make: "CanaryCamera" } })
      .png()
      .toBuffer();
    const { status, ok } = await send(patient, { bytes });
    expect([status, ok.file.type]).toEqual([201, "image/jpeg"]);
    const [storedBytes = Buffer.alloc(0)] = [...stored.values()];
    expect((await sharp(storedBytes).metadata()).format).toBe("jpeg");
    expect(Buffer.from(storedBytes).includes("CanaryCamera")).toBe(false);
  });

  test("the same key again adds nothing, also when both are sent at once", async () => {
    const patient = await server.newPatient();
    const key = newId();
    const [first, second] = [await send(patient, { key }), await send(patient, { key })];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.ok).toEqual(first.ok);
    const both = newId();
    await Promise.all([send(patient, { key: both }), send(patient, { key: both })]);
    await server.jobs.drain();
    expect([(await list(patient)).items.length, stored.size]).toEqual([2, 2]);
  });

  test.each([
    ["no kind", {}, "kind"],
    ["an unknown kind", { kind: "passport" }, "kind"],
    ["a name that is too long", { kind: "other", title: "x".repeat(121) }, "title"],
  ])("%s is refused at its field, and nothing is stored", async (_, fields, path) => {
    const { status, problem } = await send(await server.newPatient(), { fields });
    expect([status, problem.details?.fields?.[0]?.path, stored.size]).toEqual([400, path, 0]);
  });

  test("a title the patient gives is sealed and never logged", async () => {
    const patient = await server.newPatient();
    const { ok } = await send(patient, { fields: { kind: "other", title: "Canary-4417" } });
    const row = await server.services.db
      .selectFrom("insurance_document")
      .select("title_sealed")
      .where("id", "=", ok.id)
      .executeTakeFirstOrThrow();
    expect(Buffer.from(row.title_sealed ?? []).includes("Canary-4417")).toBe(false);
    expect(server.logged()).not.toContain("Canary-4417");
  });
});

describe("§7 PUT /document/{id}", () => {
  test("the file is replaced and the earlier one is gone for good; kind and title stay unless given", async () => {
    const patient = await server.newPatient();
    const { ok: before } = await send(patient, { fields: { kind: "referral", title: "From Dr. Lee" } });
    const earlier = [...stored.keys()];
    server.clock.advance(60_000);
    const { status, ok } = await send(patient, { id: before.id, fields: {}, bytes: pdf, name: "new.pdf" });
    expect([status, ok]).toMatchObject([
      200,
      { id: before.id, kind: "referral", title: "From Dr. Lee", file: { type: "application/pdf", bytes: pdf.length } },
    ]);
    expect(ok.updatedat > before.updatedat).toBe(true);
    await server.jobs.drain();
    expect([...stored.keys()].filter((name) => earlier.includes(name))).toEqual([]);
    expect(sha256((await open(patient, before.id)).raw.rawPayload)).toBe(sha256(pdf));
    const { ok: renamed } = await send(patient, { id: before.id, fields: { kind: "other", title: "Letter" } });
    expect(renamed).toMatchObject({ kind: "other", title: "Letter" });
    expect((await list(patient)).items).toHaveLength(1);
  });

  test("a file that cannot be read leaves the document as it was", async () => {
    const patient = await server.newPatient();
    const { ok: before } = await send(patient);
    const { status, problem } = await send(patient, { id: before.id, fields: {}, bytes: card.subarray(0, 200) });
    expect([status, problem.code]).toEqual([422, "unreadable_file"]);
    expect((await list(patient)).items).toEqual([before]);
    expect((await open(patient, before.id)).status).toBe(200);
  });

  test("another patient's document is not found, and stays", async () => {
    const [owner, intruder] = [await server.newPatient(), await server.newPatient()];
    const { ok } = await send(owner);
    const { status, problem } = await send(intruder, { id: ok.id, fields: {} });
    expect([status, problem.code, stored.size]).toEqual([404, "not_found", 1]);
    expect((await list(owner)).items).toEqual([ok]);
  });
});

describe("GET /document/{id}/file", () => {
  test("returns the patient's own file as a download that no browser interprets", async () => {
    const patient = await server.newPatient();
    const { ok } = await send(patient, { fields: { kind: "insurance_back" } });
    const { status, headers, raw } = await open(patient, ok.id);
    expect(status).toBe(200);
    expect(raw.rawPayload.length).toBe(ok.file.bytes);
    expect(headers).toMatchObject({
      "content-type": "image/jpeg",
      "content-disposition": 'attachment; filename="insurance-card-back.jpg"',
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    });
  });

  test("another patient's file is not found, like one that does not exist", async () => {
    const [owner, intruder] = [await server.newPatient(), await server.newPatient()];
    const { ok } = await send(owner);
    for (const id of [ok.id, newId()]) expect((await open(intruder, id)).problem).toMatchObject({ code: "not_found" });
  });
});
