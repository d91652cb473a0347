import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { documents } from "#contract/documents/calls.ts";
import { type Endpoint, fullPath } from "#contract/http/endpoint.ts";
import type { Problem } from "#contract/http/errors.ts";
import { integrations } from "#contract/integrations/calls.ts";
import { messages } from "#contract/messages/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { handlers } from "#server/features.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { uploadsPerHour } from "#server/platform/files/receive-upload.ts";
import { newId } from "#server/platform/ids.ts";
import { recordCallCoverage } from "#server/testing/call-coverage.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import {
  cameraMake,
  photoWithGps,
  refusedFiles,
  type SentFile,
  hostileFileNames,
} from "#server/testing/upload-files.ts";
import { multipart, examplePath } from "./testing/example-requests.ts";

/** Bytes the server stored, by file name. */
const storedFiles = new Map<string, Uint8Array>();
const files: FileStore = {
  put: async (key, bytes) => void storedFiles.set(key, bytes),
  get: async (key) => storedFiles.get(key),
  remove: async (key) => void storedFiles.delete(key),
};

/** Whose uploads are counted together. */
type Uploader = Pick<TestPatient, "id" | "token">;

interface UploadCall {
  readonly fields: Record<string, string>;
  /** A patient who may upload here; of a call about no patient, a key, which is its own token. */
  readonly patient: () => Promise<Uploader>;
  /** Id of the object in the upload's path. */
  readonly targetId?: (patient: Uploader) => Promise<string>;
  /** Number of files uploaded to create the object. */
  readonly filesUsed?: number;
  /** What is stored, where it isn't the patient's. */
  readonly rows?: () => Promise<{ readonly storage_key: string }[]>;
}

/** A patient after the visit whose identity is in review. */
async function inReview(): Promise<TestPatient> {
  const patient = await server.newPatient();
  await server.services.db
    .updateTable("onboarding")
    .set({ status: "DONE", identity_status: "review", identity_review_started_at: server.clock.now() })
    .where("patient_id", "=", patient.id)
    .execute();
  return patient;
}

const patientInCare = (): Promise<TestPatient> => handedOver(server);

async function conversationOf({ token }: Uploader): Promise<string> {
  const { items } = (await server.call(messages.conversations, {}, { token })).ok;
  return items[0]?.id ?? expect.fail("The patient has no conversation");
}

/** A key of a system that manages the team. */
async function keyOfTeam(): Promise<Uploader> {
  const body = { name: "Team", scopes: ["team" as const] };
  const { key, secret } = (await server.call(integrations.createKey, { body }, { apiKey: testApiKey })).ok;
  return { id: `key:${key.id}`, token: secret };
}

/** What each upload call needs besides the file. */
const uploadCases: Readonly<Record<string, UploadCall>> = {
  "onboarding.uploadPhoto": {
    fields: { kind: "photo_id" },
    async patient() {
      const patient = await server.newPatient();
      await answerVisit(server, patient, { until: 5 });
      await server.call(onboarding.verifyIdentity, { body: { ssn: "666-12-3456" } }, { token: patient.token });
      return patient;
    },
  },
  "account.uploadAvatar": { fields: {}, patient: () => server.newPatient() },
  "account.uploadPhoto": { fields: {}, patient: inReview },
  "account.uploadIdentification": { fields: {}, patient: inReview },
  "messages.sendAttachment": { fields: { message: "As you asked" }, patient: patientInCare, targetId: conversationOf },
  "documents.upload": { fields: { kind: "referral" }, patient: () => server.newPatient() },
  "documents.replace": {
    fields: {},
    patient: () => server.newPatient(),
    async targetId({ token }) {
      const { payload, headers } = multipart(photo, { kind: "referral" });
      return (await server.call(documents.upload, { body: payload as never }, { token, headers })).ok.id;
    },
    filesUsed: 1,
  },
  "care.fileDocument": {
    fields: { kind: "other", from: "Dr. Ito" },
    patient: () => server.newPatient(),
    targetId: ({ id }) => Promise.resolve(id),
  },
  "care.sendMessageAttachment": { fields: {}, patient: patientInCare, targetId: conversationOf },
  "staff.uploadPortrait": {
    fields: {},
    patient: keyOfTeam,
    targetId: () => Promise.resolve("elena_marsh"),
    rows: () => server.services.db.selectFrom("doctor_portrait").selectAll().orderBy("id").execute(),
  },
};

const calls = [...everyCall()]
  .filter(({ feature, name, call }) => call.upload && name in handlers[feature])
  .map(({ feature, name, call }) => ({ title: `${feature}.${name}`, call }));

let server: TestServer;
let photo: SentFile;
beforeAll(async () => {
  server = await startTestServer({ files });
  photo = await photoWithGps();
});
afterAll(() => server.close());

test("every call that takes a file is in the table", () => {
  expect(calls.map(({ title }) => title)).toEqual(Object.keys(uploadCases));
});

describe.each(calls)("$title", ({ title, call }) => {
  let patient: Uploader;
  let url: string;
  beforeAll(async () => {
    patient = (await uploadCases[title]?.patient()) ?? expect.fail(`${title} is missing in the table`);
    const targetId = await uploadCases[title]?.targetId?.(patient);
    url = targetId === undefined ? examplePath(call) : fullPath(call).replace(/\{\w+\}/, targetId);
  });

  const rows = () =>
    uploadCases[title]?.rows?.() ??
    server.services.db
      .selectFrom("uploaded_file")
      .selectAll()
      .where("patient_id", "=", patient.id)
      .orderBy("id")
      .execute();
  const validForm = async (): Promise<Sent> => multipart(photo, uploadCases[title]?.fields);

  test.each(refusedFiles)("%s is refused with a sentence, and nothing is stored", async (_, change, code) => {
    const before = [await rows(), [...storedFiles.keys()]];
    const { status, problem } = await send(
      { call, url },
      patient,
      multipart(change(photo), uploadCases[title]?.fields),
    );
    expect({ status: Math.floor(status / 100), code: problem.code }).toEqual({ status: 4, code });
    expect(problem.details?.fields?.[0]?.message ?? problem.message).toMatch(/^[A-Z].+\.$/);
    expect([await rows(), [...storedFiles.keys()]]).toEqual(before);
  });

  test("a form without a file is refused at its field", async () => {
    const { status, problem } = await send({ call, url }, patient, multipart(null, uploadCases[title]?.fields));
    expect([status, problem.details?.fields?.[0]?.path]).toEqual([400, "file"]);
  });

  test("a body that is no form is refused", async () => {
    const headers = { "content-type": "image/jpeg" };
    const { problem } = await send({ call, url }, patient, { payload: Buffer.from(photo.bytes), headers });
    expect(problem.code).toBe("unsupported_media");
  });

  test("a truncated form is refused", async () => {
    const { payload, headers } = await validForm();
    const { problem } = await send({ call, url }, patient, {
      payload: payload.subarray(0, payload.length / 2),
      headers,
    });
    expect(problem.code).toBe("malformed");
  });

  test("§5 the 61st file of an hour is refused, of all kinds together", async () => {
    const patientWithQuota = (await uploadCases[title]?.patient()) ?? patient;
    const targetId = await uploadCases[title]?.targetId?.(patientWithQuota);
    for (let used = uploadCases[title]?.filesUsed ?? 0; used < uploadsPerHour.points; used += 1)
      await server.services.limiter.consume("upload", patientWithQuota.id, uploadsPerHour);
    const targetUrl = targetId === undefined ? url : fullPath(call).replace(/\{\w+\}/, targetId);
    const { status, problem } = await send({ call, url: targetUrl }, patientWithQuota, await validForm());
    expect([status, problem.code]).toEqual([429, "rate_limited"]);
  });

  test("nobody uploads without a token", async () => {
    const { status, problem } = await send({ call, url }, { token: "" }, await validForm());
    expect([status, problem.code]).toEqual([401, call.access.caller === "clinic" ? "api_key_required" : "need_auth"]);
  });

  test("a photo is stored without its location, under a generated name", async () => {
    expect(Buffer.from(photo.bytes).includes(cameraMake)).toBe(true);
    const { status } = await send({ call, url }, patient, await validForm());
    expect(status).toBe(call.status ?? 200);
    const file = (await rows()).at(-1);
    const bytes = Buffer.from((await server.services.files.get(file?.storage_key ?? "")) ?? []);
    expect(bytes.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    expect([bytes.includes("Exif"), bytes.includes(cameraMake)]).toEqual([false, false]);
    expect(file?.storage_key).toMatch(/^[a-z_]+\/[\da-f-]{36}$/);
  });

  test.each(hostileFileNames)("a photo named %s is stored under a generated name", async (name) => {
    const { status } = await send({ call, url }, patient, multipart({ ...photo, name }, uploadCases[title]?.fields));
    expect(status).toBe(call.status ?? 200);
    for (const { storage_key } of await rows()) expect(storage_key).toMatch(/^[a-z_]+\/[\da-f-]{36}$/);
  });
});

type Sent = ReturnType<typeof multipart>;

async function send(
  { call, url }: { call: Endpoint; url: string },
  { token }: Pick<Uploader, "token">,
  { payload, headers }: { payload: Buffer; headers: Record<string, string> },
) {
  const answer = await server.app.inject({
    method: call.method,
    url,
    payload,
    headers: {
      ...headers,
      ...(token
        ? call.access.caller === "clinic"
          ? { "x-api-key": call.access.record ? testApiKey : token }
          : { authorization: `Bearer ${token}` }
        : {}),
      ...(call.idempotency ? { "idempotency-key": newId() } : {}),
    },
  });
  recordCallCoverage(call, answer.statusCode);
  return { status: answer.statusCode, problem: answer.json<Problem>() };
}
