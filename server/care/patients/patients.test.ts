import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { account } from "#contract/account/calls.ts";
import { care } from "#contract/care/calls.ts";
import { onboarding } from "#contract/onboarding/calls.ts";
import { treatment } from "#contract/treatment/calls.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { answerVisit } from "#server/onboarding/testing/answers.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../testing/handed-over.ts";
import { submitted } from "../testing/submitted-visit.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const apiKey = testApiKey;
const accept = (id: string, body: { doctorid?: string } = {}) =>
  server.call(care.accept, { params: { id }, body }, { apiKey });
const identity = (id: string, outcome: "matched" | "no_match") =>
  server.call(care.decideIdentity, { params: { id }, body: { outcome } }, { apiKey });
const auditedPatients = async (call: string) =>
  (
    await server.services.db
      .selectFrom("audit_event")
      .select("patient_id")
      .where("call", "=", call)
      .where("actor", "like", "key:%")
      .execute()
  ).map((row) => row.patient_id);

describe("§7 patient?nextpage=", () => {
  test("pages newest first, each patient once, and records them in the audit", async () => {
    const made = [];
    for (let each = 0; each < 52; each += 1) made.push(await anyPatient());
    const first = await server.call(care.patients, { query: {} }, { apiKey });
    expect(first.ok.items).toHaveLength(50);
    expect(first.ok.items.slice(0, 50).map(({ id }) => id)).toEqual(made.toReversed().slice(0, 50));
    expect(first.ok.items[0]).toMatchObject({ planstatus: "none", carestatus: "none", onboardingstatus: "PENDING" });
    const second = await server.call(care.patients, { query: { nextpage: first.ok.nextpage ?? "" } }, { apiKey });
    expect(second.ok.items.slice(0, 2).map(({ id }) => id)).toEqual(made.toReversed().slice(50));
    expect(await auditedPatients("care.patients")).toEqual(expect.arrayContaining(made));
  });
  test("an invalid cursor is refused", async () => {
    const { status, problem } = await server.call(care.patients, { query: { nextpage: "abc" } }, { apiKey });
    expect([status, problem.code]).toEqual([400, "bad_request"]);
  });
});

describe("§7 patient/{id}", () => {
  test("shows what a plan is decided on", async () => {
    const rosa = await submitted(server, { answers: { womens_conditions: ["fibroids"] } });
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok).toMatchObject({
      id: rosa.id,
      birthday: "1974-05-06",
      state: "IA",
      identitystatus: "matched",
      planstatus: "in_review",
      carestatus: "incoming",
      shippingaddress: { address1: "1 Elm Street", state: "IA" },
      orders: [{ id: rosa.orderId, status: "authorized" }],
    });
    expect(ok.answers?.find(({ questionid }) => questionid === "uterus")).toMatchObject({
      question: "Uterus",
      answer: "Yes",
      contentversion: server.services.content.questionnaire.version,
    });
    expect(ok.flags?.find(({ ruleid }) => ruleid === "fibroids")?.level).toBe("clinician");
    expect(ok.requested?.map(({ directions }) => directions)).toEqual(ok.requested?.map(() => null));
    expect(ok.subscriptions?.map(({ status }) => status)).toEqual(ok.requested?.map(() => "pending"));
    expect(await auditedPatients("care.patient")).toContain(rosa.id);
  });
  test("says which answers a rule looks at, which requested products it is about, and whether it still holds", async () => {
    const rosa = await submitted(server, { answers: { last_period: "over_10_years", migraine: "no" } });
    const read = async () => (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
    const before = await read();
    expect(before.flags?.find(({ ruleid }) => ruleid === "over_10_years")).toMatchObject({
      questionids: ["last_period"],
      productids: null,
      current: true,
    });
    expect(before.unanswered).toEqual([]);
    const { ok } = await server.call(account.healthAnswers, { query: {} }, { token: rosa.token });
    const answers = [
      { questionid: "last_period", answer: "one_to_10_years" },
      { questionid: "migraine", answer: "yes" },
    ];
    await server.call(account.updateHealthAnswers, { body: { answers, version: ok.version } }, { token: rosa.token });
    const after = await read();
    expect(after.flags?.find(({ ruleid }) => ruleid === "over_10_years")?.current).toBe(false);
    // The answer opens a question that rules look at: those rules could not run.
    expect(after.unanswered).toEqual([{ questionid: "migraine_aura", question: "Migraine aura" }]);
  });
  test("a rule about a product names the one that is requested", async () => {
    const rosa = await submitted(server, { products: ["estradiol_patch_0_05", "progesterone_capsule_100"] });
    const { ok: before } = await server.call(account.healthAnswers, { query: {} }, { token: rosa.token });
    const body = { answers: [{ questionid: "allergies", answer: ["adhesive"] }], version: before.version };
    await server.call(account.updateHealthAnswers, { body }, { token: rosa.token });
    const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
    expect(ok.flags?.find(({ ruleid }) => ruleid === "patch_allergy")).toMatchObject({
      level: "stop",
      productids: ["estradiol_patch_0_05"],
    });
  });
  test("shows what a patient has chosen so far in an unfinished visit", async () => {
    const patient = await server.newPatient();
    await answerVisit(server, patient, { state: "IA", until: 5 });
    const { ok } = await server.call(care.patient, { params: { id: patient.id } }, { apiKey });
    expect(ok).toMatchObject({ planstatus: "none", carestatus: "none", orders: [], subscriptions: [] });
    expect(ok.requested?.length).toBeGreaterThan(0);
  });
  test("an unknown id is not found", async () => {
    expect((await server.call(care.patient, { params: { id: newId() } }, { apiKey })).status).toBe(404);
  });
});

describe("§7 patient/incoming and patient/{id}/accept", () => {
  test("the longest wait comes first; an accepted patient leaves the list", async () => {
    const [first, second] = [await handedOver(server), await handedOver(server)];
    const ids = async () =>
      (await server.call(care.incoming, { query: {} }, { apiKey })).ok.items
        .map(({ id }) => id)
        .filter((id) => [first.id, second.id].includes(id));
    expect(await ids()).toEqual([first.id, second.id]);
    const { ok } = await accept(first.id);
    expect(ok).toMatchObject({ id: first.id, carestatus: "accepted", planstatus: "in_review" });
    expect(await ids()).toEqual([second.id]);
    expect(await auditedPatients("care.accept")).toContain(first.id);
  });
  test("a wrong cursor is refused", async () => {
    expect((await server.call(care.incoming, { query: { nextpage: "!" } }, { apiKey })).status).toBe(400);
  });
  test("§3 doctor_router: the patient goes to the least busy doctor licensed in their state", async () => {
    for (let each = 0; each < 3; each += 1) {
      const least = await leastBusy("TX");
      const texan = await server.newPatient();
      // Not a copy of another patient, with the doctor chosen for that one.
      server.takeUntouched(texan.token);
      await handedOver(server, "TX", null, texan);
      expect((await accept(texan.id)).ok.doctor?.id).toBe(least);
    }
  });
  test("the clinic may name the doctor; accepting again changes nothing", async () => {
    const rosa = await handedOver(server, "TX");
    expect((await accept(rosa.id, { doctorid: "ines_valdez" })).ok.doctor?.id).toBe("ines_valdez");
    const again = await accept(rosa.id, { doctorid: "ruth_okafor" });
    expect([again.status, again.ok.doctor?.id]).toEqual([200, "ines_valdez"]);
  });
  test("a doctor without a license in the patient's state is refused", async () => {
    const rosa = await handedOver(server, "TX");
    const { status, problem } = await accept(rosa.id, { doctorid: "hanna_lindqvist" });
    expect([status, problem.code]).toEqual([409, "not_available_in_state"]);
    expect((await accept(rosa.id, { doctorid: "nobody" })).problem.details?.fields?.[0]?.path).toBe("doctorid");
  });
  test("a patient without a submitted visit is refused", async () => {
    const { id } = await server.newPatient();
    expect((await accept(id)).problem).toMatchObject({
      code: "wrong_state",
      message: "This patient hasn't submitted a visit.",
    });
  });
});

describe("identities that a person has to check", () => {
  const waiting = async () => (await server.call(care.verification, { query: {} }, { apiKey })).ok.items;

  test("are listed longest wait first, with their photos", async () => {
    const [first, second] = [await inReview(), await inReview()];
    const photoid = await upload(second);
    const list = (await waiting()).filter(({ id }) => [first.id, second.id].includes(id));
    expect(list.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(list[1]?.photos).toMatchObject([{ id: photoid, kind: "photo_id" }]);
    expect(await auditedPatients("care.verification")).toEqual(expect.arrayContaining([first.id, second.id]));
  });
  test("a wrong cursor is refused", async () => {
    expect((await server.call(care.verification, { query: { nextpage: "!" } }, { apiKey })).status).toBe(400);
  });
  test("a photo is shown to the clinic, only under its own patient", async () => {
    const [rosa, other] = [await inReview(), await inReview()];
    const photoid = await upload(rosa);
    const shown = await server.call(care.photo, { params: { id: rosa.id, photoid } }, { apiKey });
    expect([shown.status, shown.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    expect(await auditedPatients("care.photo")).toContain(rosa.id);
    const foreign = await server.call(care.photo, { params: { id: other.id, photoid } }, { apiKey });
    expect(foreign.status).toBe(404);
  });
  test("a matched identity leaves the list; the same outcome again changes nothing, another one is refused", async () => {
    const rosa = await inReview();
    expect((await identity(rosa.id, "matched")).ok.identitystatus).toBe("matched");
    expect((await waiting()).map(({ id }) => id)).not.toContain(rosa.id);
    expect((await identity(rosa.id, "matched")).status).toBe(200);
    const other = await identity(rosa.id, "no_match");
    expect([other.status, other.problem.code]).toEqual([409, "wrong_state"]);
    expect((await server.call(onboarding.record, {}, { token: rosa.token })).ok.onboardingstep).toBe(6);
  });
  test("after no match the patient may try their number again", async () => {
    const rosa = await inReview();
    await identity(rosa.id, "no_match");
    const { ok } = await server.call(
      onboarding.verifyIdentity,
      { body: { ssn: "123-45-6789" } },
      { token: rosa.token },
    );
    expect(ok.identitystatus).toBe("matched");
  });
});

describe("a wrongly decided identity", () => {
  const correct = (id: string, outcome: "matched" | "no_match" | "review") =>
    server.call(care.correctIdentity, { params: { id }, body: { outcome } }, { apiKey });
  const listed = async () =>
    (await server.call(care.verification, { query: {} }, { apiKey })).ok.items.map(({ id }) => id);

  test("can be corrected while the plan waits: to the other outcome or back to review; the audit names the patient", async () => {
    const rosa = await submitted(server);
    expect((await correct(rosa.id, "no_match")).ok.identitystatus).toBe("no_match");
    const home = () => server.call(treatment.overview, {}, { token: rosa.token });
    expect((await home()).ok.nextstep).toMatchObject({
      kind: "identity_refused",
      action: { href: "/account-settings/identity-verification" },
    });
    expect((await correct(rosa.id, "review")).ok.identitystatus).toBe("review");
    expect(await listed()).toContain(rosa.id);
    expect((await correct(rosa.id, "matched")).problem.message).toBe("No one has decided on this identity yet.");
    expect((await identity(rosa.id, "matched")).status).toBe(200);
    expect(await listed()).not.toContain(rosa.id);
    expect((await correct(rosa.id, "matched")).status).toBe(200);
    expect(await auditedPatients("care.correctIdentity")).toContain(rosa.id);
    await accept(rosa.id);
    const approved = await server.call(care.approvePlan, { params: { id: rosa.id }, body: {} }, { apiKey });
    expect(approved.status).toBe(200);
    const { status, problem } = await correct(rosa.id, "no_match");
    expect([status, problem.code, problem.message]).toEqual([409, "wrong_state", expect.stringContaining("approved")]);
  });

  test("nothing can be approved once the identity is corrected to no match", async () => {
    const rosa = await submitted(server);
    await accept(rosa.id);
    await correct(rosa.id, "no_match");
    const { problem } = await server.call(care.approvePlan, { params: { id: rosa.id }, body: {} }, { apiKey });
    expect(problem.code).toBe("wrong_state");
  });

  test("cannot be corrected before a decision, for a declined plan, or for an unknown patient", async () => {
    const patient = await server.newPatient();
    expect((await correct(patient.id, "matched")).problem.message).toBe("No one has decided on this identity yet.");
    const rosa = await submitted(server);
    await server.call(care.declinePlan, { params: { id: rosa.id }, body: { reason: "No." } }, { apiKey });
    expect((await correct(rosa.id, "no_match")).problem.message).toContain("already been declined");
    expect((await correct(newId(), "matched")).status).toBe(404);
  });
});

async function anyPatient(): Promise<string> {
  const id = newId();
  const now = server.clock.now();
  await server.services.db
    .insertInto("patient")
    .values({ id, email: `${id}@example.com`, password_hash: "none", created_at: now, password_changed_at: now })
    .execute();
  return id;
}

/** The doctor with the fewest open cases among those licensed in a state; ties go by id. */
async function leastBusy(state: string): Promise<string | undefined> {
  const rows = await server.services.db
    .selectFrom("care_case")
    .select("doctor_id")
    .where("status", "in", ["submitted", "accepted"])
    .execute();
  const open = (id: string) => rows.filter(({ doctor_id }) => doctor_id === id).length;
  return server.services.content.doctors
    .filter(({ states }) => states.some((each) => each === state))
    .map(({ id }) => id)
    .toSorted((a, b) => open(a) - open(b) || (a < b ? -1 : 1))[0];
}

/** A patient whose identity is in review, at the photo step. */
async function inReview(): Promise<TestPatient> {
  const patient = await server.newPatient();
  await server.call(onboarding.overrideFlow, { body: { flow_variant: "C" } }, { token: patient.token });
  await answerVisit(server, patient, { state: "IA", ssn: "666-45-6789", until: 5.1 });
  return patient;
}

/** Uploads a photo ID; returns the photo's id. */
async function upload({ id, token }: TestPatient): Promise<string> {
  const { default: sharp } = await import("sharp");
  const bytes = await sharp({ create: { width: 640, height: 400, channels: 3, background: "#885522" } })
    .png()
    .toBuffer();
  const { headers, payload } = multipart({ name: "id.png", type: "image/png", bytes }, { kind: "photo_id" });
  const answer = await server.app.inject({
    method: "POST",
    url: "/api/v2/onboarding/patient/photo",
    headers: { ...headers, authorization: `Bearer ${token}`, "idempotency-key": newId() },
    payload,
  });
  expect(answer.statusCode, answer.payload).toBeLessThan(300);
  const { ok } = await server.call(care.patient, { params: { id } }, { apiKey });
  return ok.photos?.[0]?.id ?? "";
}
