import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { everyCall } from "#contract/api.ts";
import { care } from "#contract/care/calls.ts";
import { clinicAccessOf, type Endpoint, fullPath } from "#contract/http/endpoint.ts";
import type { RecordKey } from "#contract/http/record.ts";
import { permits, permissionsOfScopes } from "#contract/policy/policy.ts";
import { staff } from "#contract/staff/calls.ts";
import { recordGrounds } from "#contract/staff/record-access.ts";
import { handedOver } from "#server/care/testing/handed-over.ts";
import { exampleBody, exampleQuery, multipart } from "#server/contract-tests/testing/example-requests.ts";
import { conversationsOf, sendAsPatient } from "#server/messages/testing/conversations.ts";
import { pairWithEarlier } from "#server/persons/testing/linked-record.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestServer } from "#server/testing/harness.ts";
import { inCare, type InCare } from "#server/treatment/testing/in-care.ts";
import { recordAccessOf } from "./record-access.ts";

const hourMs = 3_600_000;

let server: TestServer;
let treating: StaffPerson;
let physician: StaffPerson;
let nurse: StaffPerson;
/** In care with the doctor of `treating`, and waiting for nothing. */
let rosa: InCare;
beforeAll(async () => {
  server = await startTestServer();
  rosa = await inCare(server);
  const { doctor_id } = await caseOf(rosa.id);
  const other = await server.services.db
    .selectFrom("doctor")
    .select("id")
    .where("id", "<>", doctor_id ?? "")
    .where("active", "=", true)
    .executeTakeFirstOrThrow();
  treating = await signedInStaff(server, ["physician"], doctor_id ?? "");
  physician = await signedInStaff(server, ["physician"], other.id);
  nurse = await signedInStaff(server, ["nurse"]);
});
afterAll(() => server.close());
beforeEach(() => closeAll(rosa.id));

const caseOf = (patientId: string) =>
  server.services.db
    .selectFrom("care_case")
    .select(["id", "doctor_id"])
    .where("patient_id", "=", patientId)
    .executeTakeFirstOrThrow();

/** Ends every access to this patient's record. */
const closeAll = (patientId: string) =>
  server.services.db
    .updateTable("staff_record_access")
    .set({ ends_at: server.clock.now() })
    .where("patient_id", "=", patientId)
    .execute();

/** As if everybody had gone on working. */
const staySignedIn = () =>
  server.services.db.updateTable("staff_session").set({ used_at: server.clock.now() }).execute();

const read = (by: StaffPerson, id = rosa.id) => by.browser.call(care.patient, { params: { id } });
const say = (
  by: StaffPerson,
  body: Parameters<typeof by.browser.call<typeof staff.openRecord>>[1]["body"],
  id = rosa.id,
) => by.browser.call(staff.openRecord, { params: { id }, body });
const codeOf = async (answer: ReturnType<typeof read>) => {
  const { status, problem } = await answer;
  return status < 400 ? "opened" : problem.code;
};

/** What a patient told, as it is kept. */
const sealedReport = (id: string) =>
  server.services.secrets.seal(
    {
      ...{ sign: "chest_pain", words: "My chest hurts", contact: null },
      emergency: { kind: "911", title: "Please call 911 now", text: "Chest pain can be an emergency.", phones: [] },
    },
    sealed("emergency_report.report_sealed")(id),
  );

test("a patient without a doctor isn't the patient of everybody who is none", async () => {
  const patient = await handedOver(server);
  const none = { doctor_id: null, treating_doctor_id: null };
  await server.services.db.updateTable("care_case").set(none).where("patient_id", "=", patient.id).execute();
  const anybody = {
    memberId: nurse.id,
    sessionId: newId(),
    enrolling: false,
    doctorId: null,
    permissions: [],
    roles: [],
  };
  const found = await recordAccessOf(server.services)(anybody, { key: "patient", id: patient.id });
  expect(found).toEqual({ patientId: patient.id, id: null });
});

type Six = [string, string, string, string, string, string];

/** What each kind of call is addressed by, of one patient whom nothing waits for. */
async function objectsOf({ id }: InCare): Promise<Record<RecordKey, string>> {
  const { db, clock, secrets } = server.services;
  const { ok } = await server.call(care.patient, { params: { id } }, { apiKey });
  const [prescription] = ok.prescriptions ?? [];
  const [subscription] = ok.subscriptions ?? [];
  const [conversation] = await conversationsOf(server, rosa);
  const now = clock.now();
  const bytes = (text: string) => secrets.seal(text, "test" as never);
  const [followup, renewal, upsell, emergency, note, item] = Array.from({ length: 6 }, newId) as Six;
  const ended = { patient_id: id, requested_at: now, decided_at: now };
  await db
    .insertInto("followup")
    .values({
      ...{ id: followup, patient_id: id, sequence_number: 90, status: "SENT", scope_sealed: bytes("{}"), sent_at: now },
    })
    .execute();
  await db
    .insertInto("renewal_request")
    .values({ id: renewal, prescription_id: prescription?.id ?? "", status: "declined", ...ended })
    .execute();
  await db
    .insertInto("upsell_request")
    .values({ id: upsell, order_id: rosa.orderId, status: "declined", ...ended } as never)
    .execute();
  await db
    .insertInto("emergency_report")
    .values({
      ...{ id: emergency, patient_id: id, source: "health", report_sealed: sealedReport(emergency) },
      ...{ reported_at: now, acknowledged_at: now, closed_at: now, mail_at: now },
    } as never)
    .execute();
  await db
    .insertInto("staff_note")
    .values({ id: note, patient_id: id, actor: "key:test", text_sealed: bytes("note"), written_at: now })
    .execute();
  await db
    .insertInto("work_item")
    .values({
      ...{ id: item, kind: "answers", patient_id: id, scope: "clinical" },
      content_sealed: secrets.seal([], sealed("work_item.content_sealed")(item)),
      ...{ opened_at: now, changed_at: now, due_at: now, closed_at: now, closed_by: "key:test", outcome: "no_change" },
    })
    .execute();
  const visitNote = newId();
  await db
    .insertInto("visit_note")
    .values({
      ...{ id: visitNote, patient_id: id, decision: "medicine_held", ref_id: note, actor: "key:test", signed_at: now },
      text_sealed: secrets.seal("Held.", sealed("visit_note.text_sealed")(visitNote)),
    })
    .execute();
  const pair = await pairWithEarlier(server, id, "not_same");
  const task = newId();
  await db
    .insertInto("task")
    .values({
      ...{ id: task, kind: "task", patient_id: id, asker: "key:test", asker_role: "nurse", role: "nurse" },
      ...{ words_sealed: secrets.seal("", sealed("task.words_sealed")(task)), holds: false },
      ...{ opened_at: now, waits_since: now, ended_at: now, ended_by: "key:test", outcome: "done" },
    })
    .execute();
  const suggestion = newId();
  await db
    .insertInto("medicine_suggestion")
    .values({
      ...{
        id: suggestion,
        patient_id: id,
        doctor_id: server.services.content.doctors[0]?.id ?? "",
        status: "declined",
      },
      ...{ product_id: "sildenafil_cream", pricing_id: "sildenafil_cream_1m", created_at: now, decided_at: now },
      note_sealed: secrets.seal("", sealed("medicine_suggestion.note_sealed")(suggestion)),
    })
    .execute();
  return {
    ...{ pair, work_item: item, task, visit_note: visitNote },
    ...{ patient: id, prescription: prescription?.id ?? "", subscription: subscription?.id ?? "" },
    ...{ conversation: conversation?.id ?? "", followup, renewal, upsell, emergency, note, suggestion },
  };
}

/** A sample of several patients' decisions: whoever has its task reads it (`peer-review.test.ts`). */
const ofSeveralPatients = ["peerReview", "judgeDecision"];
const perPatient = [...everyCall()].filter(
  ({ name, call }) =>
    call.access.caller === "clinic" &&
    !ofSeveralPatients.includes(name) &&
    call.path.includes("{id}") &&
    permits(permissionsOfScopes(["clinical", "rx", "identity"]), call.access.needs),
);
const pdf = { name: "a.pdf", type: "application/pdf", bytes: Buffer.from("%PDF-1.7\n%%EOF\n") };
const formOf = (call: Endpoint) =>
  call === (care.fileDocument as Endpoint) ? multipart(pdf, { kind: "other", from: "Dr. Ito" }) : multipart(pdf);

/** The code of a call with some valid body. */
async function codeOfCall(by: StaffPerson, call: Endpoint, id: string): Promise<string | null> {
  const file = formOf(call);
  for (let seed = 1; seed < 200; seed += 1) {
    const body = call.upload ? file.payload : exampleBody(call, seed);
    const answer = await server.app.inject({
      method: call.method,
      url: fullPath(call)
        .replace("{id}", id)
        .replace(/\{\w+\}/g, newId()),
      query: exampleQuery(call, seed),
      cookies: by.browser.cookies(),
      headers: {
        ...{ "sec-fetch-site": "same-origin", "idempotency-key": newId() },
        ...(call.upload ? file.headers : {}),
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const isJson = answer.headers["content-type"]?.toString().includes("json") ?? false;
    const code = isJson ? ((answer.json() as { code?: string }).code ?? null) : null;
    // Some bodies aren't even an object.
    const isBadBody = ["bad_request", "malformed", ...(call.upload ? [] : ["unsupported_media"])].includes(code ?? "");
    if (!isBadBody) return code;
  }
  return "bad_request";
}

describe("decisions §11 a record outside one's queue asks for a reason, for an hour", () => {
  test("each clinical call about one patient opens nothing without it, and goes ahead with it", async () => {
    const ids = await objectsOf(rosa);
    expect(perPatient.length).toBeGreaterThan(25);
    for (const { name, call } of perPatient) {
      const endpoint = call as Endpoint;
      const record = clinicAccessOf(endpoint)?.record;
      expect(record, `${name} says whose record it opens`).toBeDefined();
      expect(await codeOfCall(physician, endpoint, ids[record ?? "patient"]), name).toBe("reason_required");
    }
    expect((await say(physician, { reason: "second_opinion" })).status).toBe(200);
    for (const { name, call } of perPatient) {
      const endpoint = call as Endpoint;
      if (endpoint.method !== "GET") continue;
      expect(await codeOfCall(physician, endpoint, ids[clinicAccessOf(endpoint)?.record ?? "patient"]), name).not.toBe(
        "reason_required",
      );
    }
  });

  test("it counts for that person and that patient alone, and ends after an hour", async () => {
    const maria = await inCare(server);
    await closeAll(maria.id);
    await say(nurse, { reason: "patient_called", words: "She phoned about the patch." });
    expect(await codeOf(read(nurse))).toBe("opened");
    expect(await codeOf(read(nurse, maria.id))).toBe("reason_required");
    expect(await codeOf(read(physician))).toBe("reason_required");
    server.clock.advance(hourMs - 60_000);
    await staySignedIn();
    expect(await codeOf(read(nurse))).toBe("opened");
    server.clock.advance(120_000);
    expect(await codeOf(read(nurse))).toBe("reason_required");
  });

  test("a refusal names the patient, and is in their audit", async () => {
    const { problem } = await read(nurse);
    expect(problem.details).toEqual({ patientid: rosa.id });
    const audit = await server.call(care.audit, { query: { patient: rosa.id } }, { apiKey });
    expect(audit.ok.items[0]).toMatchObject({ actor: `staff:${nurse.id}`, code: "reason_required", ground: null });
  });

  test("“Something else” needs a sentence; an unknown patient isn't found", async () => {
    expect((await say(nurse, { reason: "other" })).problem.code).toBe("bad_request");
    expect((await say(nurse, { reason: "other", words: "Training" }, newId())).problem.code).toBe("not_found");
    expect(await codeOf(read(nurse))).toBe("reason_required");
    expect(await codeOf(read(nurse, newId()))).toBe("not_found");
  });

  test("said twice, also at the same moment, it is open once as long as the first time", async () => {
    const first = await say(nurse, { reason: "colleague" });
    server.clock.advance(60_000);
    const again = await say(nurse, { reason: "colleague" });
    expect(again.ok.until).toBe(first.ok.until);
  });

  test("each access it opened says why; the words are for whoever reads about health, and sealed", async () => {
    const words = "Quillfernqo asked for a second look";
    await say(physician, { reason: "second_opinion", words });
    await read(physician);
    const query = { query: { patient: rosa.id } };
    const { ok } = await server.call(care.audit, query, { apiKey });
    expect(ok.items.find(({ call }) => call === "care.patient")).toMatchObject({ ground: "second_opinion", words });
    const administrator = await signedInStaff(server, ["administrator"]);
    const seen = (await administrator.browser.call(care.audit, query)).ok.items;
    expect(seen.find(({ call, ground }) => call === "care.patient" && ground !== null)).toMatchObject({
      ground: "second_opinion",
      words: null,
    });
    const rows = await server.services.db.selectFrom("staff_record_access").selectAll().execute();
    expect(JSON.stringify(rows.map((row) => Buffer.from(row.words_sealed ?? []).toString("latin1")))).not.toContain(
      "Quillfernqo",
    );
  });

  test("an API key, and whoever reads nothing about health, is never asked", async () => {
    expect((await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).status).toBe(200);
    const services = await signedInStaff(server, ["patient_services"]);
    expect(await codeOf(read(services))).toBe("opened");
  });
});

describe("decisions §11 one's queue", () => {
  const waits: Record<string, (id: string) => Promise<unknown>> = {
    "a case": async (id) =>
      server.services.db.updateTable("care_case").set({ status: "submitted" }).where("patient_id", "=", id).execute(),
    "an emergency": (id) => {
      const report = newId();
      const now = server.clock.now();
      return server.services.db
        .insertInto("emergency_report")
        .values({
          ...{ id: report, patient_id: id, source: "health", report_sealed: sealedReport(report) },
          ...{ reported_at: now, mail_at: now },
        } as never)
        .execute();
    },
    "a follow-up that is due": async (id) =>
      server.services.db
        .updateTable("care_case")
        .set({ decided_at: new Date("2020-01-01") })
        .where("patient_id", "=", id)
        .execute(),
    "an identity check": (id) =>
      server.services.db
        .updateTable("onboarding")
        .set({ identity_status: "review", identity_review_started_at: server.clock.now() })
        .where("patient_id", "=", id)
        .execute(),
    "a treatment review to read": async (id) =>
      server.services.db
        .insertInto("followup")
        .values({
          ...{ id: newId(), patient_id: id, sequence_number: 91, status: "COMPLETED", sent_at: server.clock.now() },
          ...{ scope_sealed: Buffer.from("sealed"), awaiting_doctor_since: server.clock.now() },
          ...{ claimed_at: server.clock.now(), completed_at: server.clock.now() },
        } as never)
        .execute(),
  };
  test.each(Object.keys(waits))("%s that waits opens the record without a question", async (what) => {
    const { id } = await inCare(server);
    expect(await codeOf(read(nurse, id))).toBe("reason_required");
    await waits[what]?.(id);
    expect(await codeOf(read(nurse, id))).toBe("opened");
  });

  test("a message that waits opens it, and still does for an hour after the answer", async () => {
    const lena = await inCare(server);
    const doctor = (await conversationsOf(server, lena)).find(({ kind }) => kind === "doctor")?.id ?? "";
    const params = { id: doctor };
    expect(await codeOf(nurse.browser.call(care.conversation, { params }) as never)).toBe("reason_required");
    await sendAsPatient(server, lena, doctor, { message: "When may I start?" });
    expect((await nurse.browser.call(care.conversation, { params })).status).toBe(200);
    const body = { message: "Today." };
    expect((await nurse.browser.call(care.sendMessage, { params, body })).status).toBe(201);
    expect((await nurse.browser.call(care.conversation, { params })).status).toBe(200);
    server.clock.advance(hourMs);
    await staySignedIn();
    expect((await nurse.browser.call(care.conversation, { params })).problem.code).toBe("reason_required");
  });

  test("the treating doctor's own patients are theirs; a claim alone opens nothing", async () => {
    expect(await codeOf(read(treating))).toBe("opened");
    const params = { kind: "identity" as const, id: rosa.id };
    expect((await nurse.browser.call(staff.claim, { params, body: {} })).status).toBe(200);
    expect(await codeOf(read(nurse))).toBe("reason_required");
  });

  test("the pharmacy's are the orders it sends", async () => {
    const pharmacy = await signedInStaff(server, ["pharmacy"]);
    expect(await codeOf(read(pharmacy))).toBe("reason_required");
    const { id } = await inCare(server, { delivered: false });
    expect(await codeOf(read(pharmacy, id))).toBe("opened");
    expect(await codeOf(read(nurse, id))).toBe("reason_required");
  });

  test("a case handed over is the queue of physician and nurse", async () => {
    const { id } = await handedOver(server);
    expect([await codeOf(read(physician, id)), await codeOf(read(nurse, id))]).toEqual(["opened", "opened"]);
    const { ok } = await server.call(care.audit, { query: { patient: id } }, { apiKey });
    expect(ok.items.filter(({ call }) => call === "care.patient").map(({ ground }) => ground)).toEqual([
      "work",
      "work",
    ]);
    expect(recordGrounds).toContain("work");
  });

  test("what opens it anew is its ground from then on, for each call of that hour", async () => {
    const { id } = await handedOver(server);
    const grounds = async () => {
      const { ok } = await server.call(care.audit, { query: { patient: id } }, { apiKey });
      return ok.items.filter(({ call }) => call === "care.patient").map(({ ground }) => ground);
    };
    for (let count = 0; count < 2; count += 1) await read(physician, id);
    expect(await grounds()).toEqual(["work", "work"]);
    const { doctor_id } = await server.services.db
      .selectFrom("staff_member")
      .select("doctor_id")
      .where("id", "=", physician.id)
      .executeTakeFirstOrThrow();
    const treats = { treating_doctor_id: doctor_id };
    await server.services.db.updateTable("care_case").set(treats).where("patient_id", "=", id).execute();
    server.clock.advance(hourMs + 60_000);
    await staySignedIn();
    for (let count = 0; count < 2; count += 1) await read(physician, id);
    expect(await grounds()).toEqual(["treating", "treating", "work", "work"]);
  });
});
