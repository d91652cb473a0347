import type { Bundle, DocumentReference } from "fhir/r4";
import { sql } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { staff } from "#contract/staff/calls.ts";
import { fhirProblems } from "#server/documents/testing/fhir-validator.ts";
import { addDays, clinicToday, formatDayWithYear } from "#server/platform/clock/calendar-days.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { stronger } from "#server/treatment/testing/changes.ts";
import { inCare, type InCare, subscriptionOf } from "#server/treatment/testing/in-care.ts";

const server = serverAtNoon();
const [patch, capsule] = ["estradiol_patch_0_05", "progesterone_capsule_100"];

type Body = Input<typeof care.prepareDecision>["body"];
/** The patient's doctor, another prescriber, and two nurses. */
let elena: StaffPerson, ruth: StaffPerson, nora: StaffPerson, cleo: StaffPerson;
let doctorId: string;

beforeEach(async () => {
  const { db } = server.services;
  const { id } = await inCare(server);
  const found = await db
    .selectFrom("care_case")
    .select("doctor_id")
    .where("patient_id", "=", id)
    .executeTakeFirstOrThrow();
  doctorId = found.doctor_id ?? expect.fail("no doctor");
  const other = await db
    .selectFrom("doctor_license")
    .innerJoin("doctor", "doctor.id", "doctor_license.doctor_id")
    .select("doctor.id")
    .where("state", "=", "IA")
    .where("doctor.active", "=", true)
    .where("doctor.id", "<>", doctorId)
    .executeTakeFirstOrThrow();
  // A doctor is one person of the practice: whoever was them in an earlier test has left.
  await sql`update staff_member set doctor_id = null, disabled_at = now() where doctor_id is not null`.execute(db);
  elena = await signedInStaff(server, ["physician"], doctorId);
  ruth = await signedInStaff(server, ["physician"], other.id);
  nora = await signedInStaff(server, ["nurse"]);
  cleo = await signedInStaff(server, ["nurse"]);
  await db.updateTable("staff_member").set({ name: "Nora Quist" }).where("id", "=", nora.id).execute();
});

const everybody = () => [elena, ruth, nora, cleo];
/** Whoever acts has the record open. */
async function opened<P extends TestPatient>(patient: P): Promise<P> {
  for (const who of everybody())
    await who.browser.call(staff.openRecord, {
      params: { id: patient.id },
      body: { reason: "colleague", words: "Asked about the patient." },
    });
  return patient;
}
const recordOf = async ({ id }: TestPatient) => (await server.call(care.patient, { params: { id } }, { apiKey })).ok;
const notesOf = async ({ id }: TestPatient) =>
  (await server.call(care.visitNotes, { params: { id }, query: {} }, { apiKey })).ok.items;
const prepare = async (by: StaffPerson, patient: TestPatient, body: Omit<Body, "revision"> & { revision?: string }) =>
  by.browser.call(care.prepareDecision, {
    params: { id: patient.id },
    body: { revision: (await recordOf(patient)).revision, ...body },
  });
const taskOf = async (by: StaffPerson, id: string) => (await by.browser.call(care.task, { params: { id } })).ok;
const inboxIds = async (by: StaffPerson) =>
  (await by.browser.call(care.inbox, { query: { kind: "task", limit: 200 as never } })).ok.items.map(({ id }) => id);
const messageOf = ({ raw }: { raw: { payload: string } }) => (JSON.parse(raw.payload) as { message: string }).message;
const fieldOf = ({ raw }: { raw: { payload: string } }) =>
  (JSON.parse(raw.payload) as { details?: { fields?: { path: string }[] } }).details?.fields?.[0]?.path;

const renewalsOf = async (patient: TestPatient) =>
  (await server.call(care.prescriptionRenewals, { query: { patientid: patient.id } }, { apiKey })).ok.items;
/** A patient two of whose prescriptions wait to be renewed: the patch's, then the capsule's. */
async function withRenewals(): Promise<InCare & { readonly renewals: readonly [string, string] }> {
  const patient = await inCare(server);
  await server.services.db
    .updateTable("prescription")
    .set({ refills_left: 0 })
    .where("patient_id", "=", patient.id)
    .execute();
  await sql`insert into renewal_request (id, patient_id, prescription_id, status, requested_at)
    select gen_random_uuid(), patient_id, id, 'open', ${server.clock.now()}::timestamptz from prescription
    where patient_id = ${patient.id} and status = 'active'`.execute(server.services.db);
  const items = await renewalsOf(patient);
  const idOf = (productid: string) =>
    items.find(({ item }) => item.productid === productid)?.id ?? expect.fail(productid);
  return { ...(await opened(patient)), renewals: [idOf(patch), idOf(capsule)] };
}
const prescriptionOf = async (patient: TestPatient, productId = capsule) =>
  (await recordOf(patient)).prescriptions?.find(
    ({ productid, status }) => productid === productId && status === "active",
  )?.id ?? expect.fail(productId);

const approval = (refid: string, change: Partial<Body> = {}): Omit<Body, "revision"> => ({
  ...{ decision: "renewal_approved", refid, fields: [{ id: "refills", value: "2" }], words: "Same as before." },
  ...change,
});

describe("decisions §20 prepared for a prescriber's signature", () => {
  test("a renewal: nothing happens before it's signed; it's in the doctor's inbox with its fields; then who prepared and who signed is told apart", async () => {
    const rosa = await withRenewals();
    const ana = await withRenewals();
    const before = await notesOf(rosa);
    const fields = [
      { id: "refills", value: "2" },
      { id: "directions", value: "One patch on Monday and on Thursday." },
    ];
    const { status, ok } = await prepare(nora, rosa, approval(rosa.renewals[0], { fields }));
    const anas = (await prepare(cleo, ana, approval(ana.renewals[0]))).ok;
    expect([status, ok.kind, ok.words, ok.for.memberid]).toEqual([201, "prepared", "Same as before.", elena.id]);
    expect(ok.prepared).toEqual({ decision: "renewal_approved", refid: rosa.renewals[0], fields, changed: [] });
    expect(ok.actions).toEqual(["reassign", "drop"]);
    expect([await notesOf(rosa), (await renewalsOf(rosa)).length]).toEqual([before, 2]);
    expect(await inboxIds(elena)).toEqual(expect.arrayContaining([ok.id, anas.id]));
    for (const who of [ruth, nora, cleo]) expect(await inboxIds(who)).not.toContain(ok.id);
    expect((await taskOf(elena, ok.id)).actions).toEqual(["sign", "answer", "aside", "reassign"]);

    const body = { refills: 3, revision: (await recordOf(rosa)).revision, preparedid: ok.id };
    const call = { params: { id: rosa.renewals[0] }, body };
    expect((await elena.browser.call(care.approvePrescriptionRenewal, call)).status).toBe(200);
    expect((await taskOf(nora, ok.id)).ended).toMatchObject({ outcome: "signed", actor: `staff:${elena.id}` });
    expect((await taskOf(cleo, anas.id)).ended).toBeNull();
    expect([await inboxIds(elena)].flat()).not.toContain(ok.id);
    const [note] = await notesOf(rosa);
    expect(note).toMatchObject({ decision: "renewal_approved", actor: `staff:${elena.id}` });
    expect([note?.preparedby, note?.signedby]).toEqual(["Nora Quist, nurse", expect.stringMatching(/, (MD|DO|NP)/)]);
    // The patient reads both, and so does another doctor.
    const own = await server.call(documents.visitNotes, { query: {} }, { token: rosa.token });
    expect(own.ok.items[0]?.preparedby).toBe("Nora Quist, nurse");
    const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id: rosa.id } }, { token: rosa.token });
    const bundle = JSON.parse(raw.payload) as Bundle;
    expect(fhirProblems(bundle)).toEqual([]);
    const document = (bundle.entry ?? [])
      .flatMap(({ resource }) =>
        resource?.resourceType === "DocumentReference" ? [resource as DocumentReference] : [],
      )
      .find(({ date, docStatus }) => date === note?.signedat && docStatus === "final");
    expect(document?.author?.map(({ display }) => display)).toEqual([note?.signedby, note?.preparedby]);
    expect(document?.authenticator?.display).toBe(note?.signedby);
    // A second press of another prescriber finds it decided.
    expect((await ruth.browser.call(care.approvePrescriptionRenewal, call)).status).toBe(409);
  });

  test.each([
    ["renewal_declined", "reason", "Please see me first."],
    ["treatment_changed", "note", "Let's try the stronger one."],
    ["directions_changed", "directions", "One capsule every other night."],
    ["letter", "text", "To whom it may concern."],
  ] as const)("%s: by the call that decides it, of this one and not of another", async (decision, id, value) => {
    const rosa = await withRenewals();
    const refid = {
      renewal_declined: rosa.renewals[1],
      treatment_changed: (await subscriptionOf(server, rosa)).id,
      directions_changed: await prescriptionOf(rosa),
      letter: rosa.id,
    }[decision];
    const { ok, status } = await prepare(nora, rosa, { decision, refid, fields: [{ id, value }] });
    expect([status, ok.prepared?.fields, ok.words]).toEqual([201, [{ id, value }], "Please read it and sign it."]);
    const sign = (preparedid: string) => {
      const params = { id: refid };
      if (decision === "renewal_declined")
        return elena.browser.call(care.declinePrescriptionRenewal, { params, body: { reason: value, preparedid } });
      if (decision === "treatment_changed") {
        const body = { productid: stronger.split("_1m")[0] ?? "", pricingid: stronger, note: value, preparedid };
        return elena.browser.call(care.changeTreatment, { params, body });
      }
      if (decision === "directions_changed") {
        const words = { reason: "Sleepy.", message: "Slower." };
        const body = { ...words, directions: value, pace: "half", preparedid } as const;
        return elena.browser.call(care.changeDirections, { params, body });
      }
      return elena.browser.call(care.issueLetter, { params, body: { text: value, preparedid } });
    };
    // What was prepared of something else isn't signed by it, and nothing of the decision stays.
    const other = (await prepare(nora, rosa, approval(rosa.renewals[0]))).ok;
    const notes = (await notesOf(rosa)).length;
    const refused = await sign(other.id);
    expect([refused.status, fieldOf(refused)]).toEqual([400, "preparedid"]);
    expect([(await notesOf(rosa)).length, (await recordOf(rosa)).letters]).toEqual([notes, []]);
    expect((await taskOf(nora, ok.id)).ended).toBeNull();

    const signed = await sign(ok.id);
    expect(signed.status).toBe(decision === "letter" || decision === "treatment_changed" ? 201 : 200);
    expect((await taskOf(nora, ok.id)).ended).toMatchObject({ outcome: "signed", actor: `staff:${elena.id}` });
    expect((await taskOf(nora, other.id)).ended).toBeNull();
    const by = "Nora Quist, nurse";
    if (decision === "letter") expect((await recordOf(rosa)).letters?.[0]?.preparedby).toBe(by);
    else expect((await notesOf(rosa))[0]).toMatchObject({ decision, preparedby: by });
  });

  test("directions for the end of a box carry that choice, and its day is found out as they're signed", async () => {
    const rosa = await withRenewals();
    const refid = await prescriptionOf(rosa);
    const value = "when_box_ends" as const;
    const fields = [
      { id: "directions", value: "One capsule every other night." },
      { id: "begins", value },
    ];
    const { ok } = await prepare(nora, rosa, { decision: "directions_changed", refid, fields });
    expect(ok.prepared?.fields).toEqual(fields);
    const today = clinicToday(server.services);
    const quoted = { params: { id: refid }, query: { pace: "half", begins: value } } as const;
    expect((await nora.browser.call(care.directionsQuote, quoted)).ok.beginson).toBe(addDays(today, 28));
    // Before it's signed it's found that the box came two days earlier.
    await sql`update shipment set shipped_at = shipped_at - interval '2 days', delivered_at = delivered_at - interval '2 days'
      where order_id = ${rosa.orderId}`.execute(server.services.db);
    const words = { reason: "Sleepy.", message: "Slower." };
    const body = {
      ...words,
      directions: "Every other night.",
      pace: "half",
      begins: value,
      preparedid: ok.id,
    } as const;
    const signed = await elena.browser.call(care.changeDirections, { params: { id: refid }, body });
    expect(signed.ok.beginson).toBe(addDays(today, 26));
    expect((await notesOf(rosa))[0]).toMatchObject({
      ...{ decision: "directions_changed", preparedby: "Nora Quist, nurse" },
      text: expect.stringContaining(formatDayWithYear(addDays(today, 26))),
    });
  });

  test("given back with a word: it waits for whoever prepared it, or for every nurse once they left, and isn't signed; prepared again it takes its place", async () => {
    const rosa = await withRenewals();
    const { ok } = await prepare(nora, rosa, approval(rosa.renewals[0]));
    const given = await elena.browser.call(care.answerTask, {
      params: { id: ok.id },
      body: { answer: "Please ask about migraine first." },
    });
    expect(given.ok).toMatchObject({
      for: { memberid: nora.id },
      answer: { text: "Please ask about migraine first." },
    });
    expect([await inboxIds(nora), await inboxIds(cleo)].map((ids) => ids.includes(ok.id))).toEqual([true, false]);
    const params = { id: rosa.renewals[0] };
    const late = await elena.browser.call(care.approvePrescriptionRenewal, { params, body: { preparedid: ok.id } });
    expect([late.status, late.problem.code, messageOf(late)]).toEqual([
      ...[409, "wrong_state", expect.stringContaining("given back")],
    ]);
    expect((await renewalsOf(rosa)).length).toBe(2);
    await sql`update staff_member set disabled_at = now() where id = ${nora.id}`.execute(server.services.db);
    expect(await inboxIds(cleo)).toContain(ok.id);
    const again = await prepare(cleo, rosa, approval(rosa.renewals[0], { words: "No migraine." }));
    expect([again.status, again.ok.words]).toEqual([201, "No migraine."]);
    expect((await taskOf(elena, ok.id)).ended).toMatchObject({ outcome: "answered", actor: `staff:${cleo.id}` });
    await sql`update staff_member set disabled_at = null where id = ${nora.id}`.execute(server.services.db);
  });

  test("prepared twice: the second nurse reads who was first, the same one replaces it, and withdraws it", async () => {
    const rosa = await withRenewals();
    const first = (await prepare(nora, rosa, approval(rosa.renewals[0]))).ok;
    const second = await prepare(cleo, rosa, approval(rosa.renewals[0]));
    expect([second.problem.code, messageOf(second)]).toEqual([
      "conflict",
      "Nora Quist has prepared a decision on this already. It waits for the doctor.",
    ]);
    // Of another renewal they do.
    expect((await prepare(cleo, rosa, approval(rosa.renewals[1]))).status).toBe(201);
    const third = await prepare(nora, rosa, approval(rosa.renewals[0], { words: "With fewer refills." }));
    expect(third.status).toBe(201);
    expect((await taskOf(nora, first.id)).ended?.outcome).toBe("dropped");
    const dropped = await nora.browser.call(care.endTask, {
      params: { id: third.ok.id },
      body: { outcome: "dropped" },
    });
    expect(dropped.ok.ended?.outcome).toBe("dropped");
    const late = await elena.browser.call(care.declinePrescriptionRenewal, {
      params: { id: rosa.renewals[0] },
      body: { reason: "No.", preparedid: third.ok.id },
    });
    expect(fieldOf(late)).toBe("preparedid");
    const params = { id: rosa.renewals[0] };
    const signed = await elena.browser.call(care.approvePrescriptionRenewal, {
      params,
      body: { preparedid: third.ok.id },
    });
    expect(messageOf(signed)).toContain("withdrawn");
  });

  test("what changed since is said, and today's rules decide", async () => {
    const rosa = await withRenewals();
    const { revision } = await recordOf(rosa);
    const { ok } = await prepare(nora, rosa, approval(rosa.renewals[0]));
    const others = (await prepare(nora, rosa, approval(rosa.renewals[1]))).ok;
    expect(others.prepared?.changed).toEqual([]);
    await server.services.db.updateTable("patient").set({ state: "TX" }).where("id", "=", rosa.id).execute();
    expect((await taskOf(elena, ok.id)).prepared?.changed).toEqual(["the state the patient lives in"]);
    const params = { id: rosa.renewals[0] };
    const body = { preparedid: ok.id, revision };
    expect((await elena.browser.call(care.approvePrescriptionRenewal, { params, body })).problem.code).toBe("conflict");
    await server.services.db.updateTable("patient").set({ state: "IA" }).where("id", "=", rosa.id).execute();
    expect((await taskOf(elena, ok.id)).ended).toBeNull();
    expect((await elena.browser.call(care.approvePrescriptionRenewal, { params, body })).status).toBe(200);
  });

  test("a renewal decided without it leaves nothing to sign; of one that is decided nothing is prepared", async () => {
    const rosa = await withRenewals();
    const [one, two] = [
      (await prepare(nora, rosa, approval(rosa.renewals[0]))).ok,
      (await prepare(nora, rosa, approval(rosa.renewals[1]))).ok,
    ];
    const params = { id: rosa.renewals[0] };
    const declined = await elena.browser.call(care.declinePrescriptionRenewal, {
      params,
      body: { reason: "Not now." },
    });
    expect(declined.status).toBe(200);
    expect((await taskOf(nora, one.id)).ended).toMatchObject({ outcome: "dropped", actor: `staff:${elena.id}` });
    expect((await taskOf(nora, two.id)).ended).toBeNull();
    expect((await notesOf(rosa))[0]).toMatchObject({ decision: "renewal_declined", preparedby: null });
    const late = await prepare(nora, rosa, approval(rosa.renewals[0]));
    expect([late.problem.code, messageOf(late)]).toEqual(["wrong_state", "This renewal doesn’t wait any more."]);
  });

  test("who is away isn't asked alone, and a prescriber who signs their own is its only author", async () => {
    const rosa = await withRenewals();
    const day = server.clock.now();
    await sql`update doctor set away_from = ${day}::date - 1, away_until = ${day}::date + 3 where id = ${doctorId}`.execute(
      server.services.db,
    );
    const { ok } = await prepare(elena, rosa, approval(rosa.renewals[0]));
    expect(ok.for).toMatchObject({ role: "physician", memberid: null });
    await sql`update doctor set away_from = null, away_until = null where id = ${doctorId}`.execute(server.services.db);
    const body = { preparedid: ok.id };
    await elena.browser.call(care.approvePrescriptionRenewal, { params: { id: rosa.renewals[0] }, body });
    expect((await notesOf(rosa))[0]).toMatchObject({ decision: "renewal_approved", preparedby: null });
  });

  test("what can't be prepared is refused at its field, and nobody but a prescriber signs", async () => {
    const [rosa, ana] = [await withRenewals(), await withRenewals()];
    const [refid] = rosa.renewals;
    const field = { id: "refills", value: "2" };
    const refused = [
      await prepare(nora, rosa, approval(ana.renewals[0])),
      await prepare(nora, rosa, approval(refid, { fields: [{ id: "overridereason", value: "I say so" }] })),
      await prepare(nora, rosa, approval(refid, { fields: [field, field] })),
      await prepare(nora, rosa, approval(refid, { fields: [] })),
      await prepare(nora, rosa, { decision: "letter", refid: ana.id, fields: [{ id: "text", value: "Hello." }] }),
      await prepare(nora, rosa, {
        ...{
          decision: "directions_changed",
          refid: await prescriptionOf(ana),
          fields: [{ id: "pace", value: "half" }],
        },
      }),
      await prepare(nora, rosa, {
        decision: "treatment_changed",
        refid: (await subscriptionOf(server, ana)).id,
        fields: [{ id: "note", value: "Stronger." }],
      }),
    ];
    expect(refused.map((each) => [each.status, fieldOf(each)])).toEqual([
      ...[
        [400, "refid"],
        [400, "fields.overridereason"],
        [400, "fields.refills"],
        [400, "fields"],
      ],
      ...[
        [400, "refid"],
        [400, "refid"],
        [400, "refid"],
      ],
    ]);
    const { ok } = await prepare(nora, rosa, approval(refid));
    const signed = { params: { id: refid }, body: { preparedid: ok.id } };
    expect((await nora.browser.call(care.approvePrescriptionRenewal, signed)).status).toBe(403);
    const end = { params: { id: ok.id }, body: { outcome: "signed" as never } };
    expect((await elena.browser.call(care.endTask, end)).status).toBe(400);
    expect((await taskOf(nora, ok.id)).ended).toBeNull();
  });
});
