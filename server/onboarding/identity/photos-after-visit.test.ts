import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { type IdentityReason, identityReasons } from "#contract/account/identity.ts";
import { care } from "#contract/care/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import type { FileStore } from "#server/platform/files/file-store.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { photoWithGps } from "#server/testing/upload-files.ts";

/** The bytes the server stores, by name. */
const stored = new Map<string, Uint8Array>();
/** Runs while the bytes of a file are being written. */
let duringUpload = async (): Promise<void> => undefined;
const files: FileStore = {
  async put(key, bytes) {
    stored.set(key, bytes);
    await duringUpload();
  },
  get: async (key) => stored.get(key),
  remove: async (key) => void stored.delete(key),
};

let server: TestServer;
let photo: Awaited<ReturnType<typeof photoWithGps>>;
beforeAll(async () => {
  server = await startTestServer({ files });
  photo = await photoWithGps();
});
beforeEach(() => {
  stored.clear();
  duringUpload = async () => undefined;
});
afterAll(() => server.close());

type Status = "none" | "matched" | "no_match" | "review";

/** A patient whose visit and identity check have these statuses. */
async function patientAtIdentityStatus(
  identity_status: Status,
  status: "DONE" | "PENDING" = "DONE",
): Promise<TestPatient> {
  const patient = await server.newPatient();
  const identity_review_started_at = identity_status === "review" ? server.clock.now() : null;
  await server.services.db
    .updateTable("onboarding")
    .set({ identity_status, status, identity_review_started_at })
    .where("patient_id", "=", patient.id)
    .execute();
  return patient;
}

function send({ token }: TestPatient, call: typeof account.uploadPhoto | typeof account.uploadIdentification) {
  const { payload, headers } = multipart(photo);
  return server.call(call, { body: payload } as never, { token, headers });
}
const readIdentity = async ({ token }: TestPatient) => (await server.call(account.identity, {}, { token })).ok;
async function decide({ id }: TestPatient, outcome: "matched" | "no_match", reason?: IdentityReason): Promise<void> {
  const decision = { params: { id }, body: { outcome, ...(reason && { reason }) } };
  expect((await server.call(care.decideIdentity, decision, { apiKey: testApiKey })).status).toBe(200);
}
const pendingReviews = async () => {
  const { ok } = await server.call(care.verification, { query: {} }, { apiKey: testApiKey });
  return ok.items.map(({ id }) => id);
};

describe("§7 user/photo and user/identification", () => {
  test("who couldn't be confirmed reads why and what to do, until they send a photo again; no reason is none", async () => {
    for (const reason of identityReasons) {
      const patient = await patientAtIdentityStatus("review");
      await decide(patient, "no_match", reason);
      expect((await readIdentity(patient)).reason).toMatch(/^[A-Z].*(?:send|contact).*\.$/s);
      await send(patient, account.uploadIdentification);
      expect((await readIdentity(patient)).reason).toBeNull();
    }
    const [without, inVisit] = [
      await patientAtIdentityStatus("review"),
      await patientAtIdentityStatus("review", "PENDING"),
    ];
    await decide(without, "no_match");
    await decide(inVisit, "no_match", "id_expired");
    expect([(await readIdentity(without)).reason, (await readIdentity(inVisit)).reason]).toEqual([null, null]);
  });

  test("who couldn't be confirmed is told by mail and notification, once and without the reason; who was, isn't", async () => {
    const [refused, confirmed] = [await patientAtIdentityStatus("review"), await patientAtIdentityStatus("review")];
    await decide(refused, "no_match", "face_differs");
    await decide(refused, "no_match", "face_differs");
    await decide(confirmed, "matched");
    await server.jobs.drain();
    const subject = "Please check your ID with us again";
    const mailsTo = async ({ email }: TestPatient) =>
      (await server.mailbox.list(email)).filter((mail) => mail.subject === subject);
    const [mail, ...more] = await mailsTo(refused);
    expect(mail?.text).toContain("/account-settings/identity-verification");
    expect(mail?.text).not.toMatch(/photo|face/i);
    expect([more, await mailsTo(confirmed)]).toEqual([[], []]);
    const { ok } = await server.call(notifications.list, { query: {} }, { token: refused.token });
    expect(ok.items.map(({ href }) => href)).toEqual(["/account-settings/identity-verification"]);
  });

  test("in review the missing photos are asked for, one after the other", async () => {
    const patient = await patientAtIdentityStatus("review");
    expect(await readIdentity(patient)).toEqual({
      identitystatus: "review",
      requestedphotos: ["photo_id", "selfie"],
      reason: null,
      uploadedphotos: [],
    });
    const { status, ok } = await send(patient, account.uploadIdentification);
    expect([status, ok.kind, ok.identitystatus]).toEqual([201, "photo_id", "review"]);
    expect(await readIdentity(patient)).toMatchObject({
      requestedphotos: ["selfie"],
      uploadedphotos: [{ kind: "photo_id" }],
    });
    expect((await send(patient, account.uploadPhoto)).ok.kind).toBe("selfie");
    expect(await readIdentity(patient)).toMatchObject({
      requestedphotos: [],
      uploadedphotos: [{ kind: "photo_id" }, { kind: "selfie" }],
    });
  });

  test("after a “no match” new photos start another review", async () => {
    const patient = await patientAtIdentityStatus("no_match");
    expect((await readIdentity(patient)).requestedphotos).toEqual(["photo_id", "selfie"]);
    expect(await pendingReviews()).not.toContain(patient.id);
    await send(patient, account.uploadIdentification);
    expect(await readIdentity(patient)).toMatchObject({ identitystatus: "review", requestedphotos: ["selfie"] });
    expect(await pendingReviews()).toContain(patient.id);
  });

  test("photos of an earlier review do not count for the next one", async () => {
    const patient = await patientAtIdentityStatus("review");
    await send(patient, account.uploadIdentification);
    await send(patient, account.uploadPhoto);
    await decide(patient, "no_match");
    server.clock.advance(60_000);
    await send(patient, account.uploadPhoto);
    expect((await readIdentity(patient)).requestedphotos).toEqual(["photo_id"]);
  });

  test("within a review another photo replaces the earlier one, whose bytes are deleted; an earlier review keeps its own", async () => {
    const patient = await patientAtIdentityStatus("review");
    await send(patient, account.uploadIdentification);
    const [first] = stored.keys();
    await send(patient, account.uploadIdentification);
    await server.services.jobs.drain();
    expect([stored.size, stored.has(first ?? "")]).toEqual([1, false]);
    await decide(patient, "no_match");
    server.clock.advance(60_000);
    await send(patient, account.uploadIdentification);
    await server.services.jobs.drain();
    expect(stored.size).toBe(2);
  });

  test("a photo that arrives while the clinic decides is refused, and nothing of it stays", async () => {
    const patient = await patientAtIdentityStatus("review");
    duringUpload = () => decide(patient, "matched");
    const { status, problem } = await send(patient, account.uploadIdentification);
    expect([status, problem.code]).toEqual([409, "wrong_state"]);
    await server.services.jobs.drain();
    const rows = await server.services.db
      .selectFrom("uploaded_file")
      .select("id")
      .where("patient_id", "=", patient.id)
      .execute();
    expect([rows, stored.size]).toEqual([[], 0]);
  });

  test.each([
    ["matched", "DONE", "We've confirmed it's you, so we don't need a photo."],
    ["none", "DONE", "We don't need a photo right now."],
    ["review", "PENDING", "Please continue your visit. We'll ask for photos if we need them."],
  ] as const)("%s and %s: no photo is needed", async (identity, visit, message) => {
    const patient = await patientAtIdentityStatus(identity, visit);
    expect((await readIdentity(patient)).requestedphotos).toEqual([]);
    for (const call of [account.uploadPhoto, account.uploadIdentification]) {
      const { status, problem } = await send(patient, call);
      expect([status, problem.code, problem.message]).toEqual([409, "wrong_state", message]);
    }
  });

  test("a PDF of an ID is accepted, a PDF of a face is not", async () => {
    const patient = await patientAtIdentityStatus("review");
    const bytes = Buffer.from("%PDF-1.4\n1 0 obj\n<< /Type /Page >>\nendobj\ntrailer\n<<>>\n%%EOF\n");
    const { payload, headers } = multipart({ name: "id.pdf", type: "application/pdf", bytes });
    const as = { token: patient.token, headers };
    expect((await server.call(account.uploadIdentification, { body: payload } as never, as)).status).toBe(201);
    expect((await server.call(account.uploadPhoto, { body: payload } as never, as)).status).toBe(415);
  });
});
