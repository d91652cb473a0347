import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Bundle, DocumentReference } from "fhir/r4";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { fhirProblems } from "#server/documents/testing/fhir-validator.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { testApiKey as apiKey, type TestPatient } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { inCare } from "#server/treatment/testing/in-care.ts";
import { handedOver } from "../testing/handed-over.ts";
import { submitted } from "../testing/submitted-visit.ts";

const server = serverAtNoon();

const read = async ({ id }: TestPatient) =>
  (await server.call(care.visitNotes, { params: { id }, query: {} }, { apiKey })).ok.items;
const ownNotes = async ({ token }: TestPatient) =>
  (await server.call(documents.visitNotes, { query: {} }, { token })).ok.items;
const prescriptionOf = async ({ id }: TestPatient) =>
  server.services.db
    .selectFrom("prescription")
    .select(["id", "product_id"])
    .where("patient_id", "=", id)
    .where("status", "=", "active")
    .orderBy("product_id")
    .executeTakeFirstOrThrow();
/** Somebody who has the patient's record open for an hour. */
async function nurseOf({ id }: TestPatient) {
  const nurse = await signedInStaff(server, ["nurse"]);
  await nurse.browser.call(staff.openRecord, { params: { id }, body: { reason: "colleague" } });
  return nurse;
}

describe("decisions §20 a decision leaves a signed note in the record", () => {
  test("drafted as its form showed it, where none was written; signed by a system in the doctor's name", async () => {
    const rosa = await submitted(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    const products = ["estradiol_patch_0_05", "progesterone_capsule_100"];
    const { ok: record } = await server.call(care.patient, { params }, { apiKey });
    const asked = record.requested?.map(({ productid }) => productid) ?? products;
    const draft = await server.call(
      care.draftVisitNote,
      {
        params,
        body: {
          decision: "plan_approved",
          products: asked.map((productid) => ({ productid, outcome: "prescribed" as const })),
          message: "Welcome.",
        },
      },
      { apiKey },
    );
    expect(await read(rosa)).toEqual([]);
    await server.call(care.approvePlan, { params, body: { note: "Welcome." } }, { apiKey });
    const [note, ...others] = await read(rosa);
    expect(others).toEqual([]);
    expect(note).toMatchObject({
      ...{
        decision: "plan_approved",
        title: "Treatment plan approved",
        text: draft.ok.text,
        withdrawnat: null,
        addenda: [],
      },
      signedby: expect.stringMatching(/^a system of the practice, for .+, \w+/),
      signedat: expect.any(String),
    });
    // From the mildest on; not what the patient doesn't have.
    for (const symptom of ["Hot flashes", "Night sweats", "Poor sleep"]) expect(note?.text).toContain(`${symptom}: `);
    expect(note?.text).not.toContain("Low mood");
    expect(await ownNotes(rosa)).toMatchObject([{ id: note?.id, text: note?.text, signedby: note?.signedby }]);
    expect(Object.keys((await ownNotes(rosa))[0] ?? {})).not.toContain("actor");
  });

  test("in the decider's own words, with their name and credentials", async () => {
    const rosa = await handedOver(server);
    const { id: doctorId } = await server.services.db
      .selectFrom("doctor")
      .innerJoin("doctor_license", "doctor_id", "doctor.id")
      .select("doctor.id")
      .where("state", "=", "IA")
      .where("active", "=", true)
      .executeTakeFirstOrThrow();
    const doctor = await signedInStaff(server, ["physician"], doctorId);
    await server.call(care.accept, { params: { id: rosa.id }, body: { doctorid: doctorId } }, { apiKey });
    const visitnote = "Weighed: <b>pressure</b> & age.\n\nCall if it rises.";
    const { status } = await doctor.browser.call(care.declinePlan, {
      params: { id: rosa.id },
      body: { reason: "Not safe.", visitnote },
    });
    expect(status).toBe(200);
    const { lastname, credentials } = server.services.content.doctors.find(({ id }) => id === doctorId) ?? {};
    const signedby = expect.stringMatching(new RegExp(`${lastname}, ${credentials}$`));
    expect(await read(rosa)).toMatchObject([
      { decision: "plan_declined", text: visitnote, actor: `staff:${doctor.id}`, signedby },
    ]);
  });

  test("of each thing done to a prescription; one that is refused leaves none, a repeat leaves one", async () => {
    const rosa = await inCare(server);
    const before = (await read(rosa)).length;
    const { id } = await prescriptionOf(rosa);
    const body = { reason: "Privately.", message: "Please rest it." };
    const options = { apiKey, key: "0123456789abcdef" };
    for (const _ of [1, 2]) await server.call(care.holdPrescription, { params: { id }, body }, options);
    server.clock.advance(1000);
    await server.call(
      care.releasePrescription,
      { params: { id }, body: { ...body, visitnote: "Own words." } },
      { apiKey },
    );
    expect((await server.call(care.releasePrescription, { params: { id }, body }, { apiKey })).problem.code).toBe(
      "wrong_state",
    );
    const notes = (await read(rosa)).slice(0, -before || undefined);
    expect(notes.map(({ decision, text }) => [decision, text === "Own words."])).toEqual([
      ["medicine_released", true],
      ["medicine_held", false],
    ]);
    expect(notes[1]?.text).toContain("Please rest it.");
    expect(notes[1]?.text).not.toContain("Privately");
  });

  test("of two decisions at once, only the one that was made", async () => {
    const rosa = await handedOver(server);
    const params = { id: rosa.id };
    await server.call(care.accept, { params, body: {} }, { apiKey });
    const results = await Promise.all([
      server.call(care.approvePlan, { params, body: { visitnote: "Yes." } }, { apiKey }),
      server.call(care.declinePlan, { params, body: { reason: "No.", visitnote: "No." } }, { apiKey }),
    ]);
    const won = results[0]?.status === 200 ? "Yes." : "No.";
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await read(rosa)).map(({ text }) => text)).toEqual([won]);
  });
});

describe("decisions §20 a signed note is corrected by addenda, never overwritten", () => {
  async function noted() {
    const rosa = await inCare(server);
    const { id } = await prescriptionOf(rosa);
    const body = { reason: "r", message: "m", visitnote: "The note." };
    await server.call(care.holdPrescription, { params: { id }, body }, { apiKey });
    const [note] = await read(rosa);
    if (!note) throw new Error("No note");
    return { rosa, note };
  }

  test("by anybody who writes about health, with author and moment, as the patient reads it", async () => {
    const { rosa, note } = await noted();
    const nurse = await nurseOf(rosa);
    server.clock.advance(60_000);
    const addendum = {
      text: "Left, not right.",
      signedby: "Ines Falk, nurse",
      signedat: expect.stringMatching(/^20/),
    };
    const added = await nurse.browser.call(care.addToVisitNote, {
      params: { id: note.id },
      body: { text: "Left, not right." },
    });
    expect(added.status).toBe(201);
    expect(added.ok).toMatchObject({ text: "The note.", addenda: [{ ...addendum, actor: `staff:${nurse.id}` }] });
    const [own] = await ownNotes(rosa);
    expect(own).toMatchObject({ text: "The note.", addenda: [addendum] });
    const onAddendum = await server.call(
      care.addToVisitNote,
      { params: { id: added.ok.addenda[0]?.id ?? "" }, body: { text: "x" } },
      { apiKey },
    );
    expect(onAddendum.problem.code).toBe("wrong_state");
    const tooLong = await server.call(
      care.addToVisitNote,
      { params: { id: note.id }, body: { text: "x".repeat(10_001) } },
      { apiKey },
    );
    expect(tooLong.problem.code).toBe("bad_request");
    expect(
      (
        await server.call(
          care.addToVisitNote,
          { params: { id: note.id }, body: { text: "x".repeat(10_000) } },
          { apiKey },
        )
      ).status,
    ).toBe(201);
  });

  test("the database lets nobody change one", async () => {
    const { note } = await noted();
    const update = sql`update visit_note set signed_at = now() where id = ${note.id}`.execute(server.services.db);
    await expect(update).rejects.toThrow("a signed note can only be withdrawn");
  });

  test("what was entered in error is withdrawn with a trace: its text is shown to nobody, in no copy", async () => {
    const { rosa, note } = await noted();
    const { id } = (
      await server.call(care.addToVisitNote, { params: { id: note.id }, body: { text: "Kept addendum." } }, { apiKey })
    ).ok.addenda[0] ?? { id: "" };
    const withdraw = (which: string, reason: string) =>
      server.call(care.withdrawVisitNote, { params: { id: which }, body: { reason } }, { apiKey });
    const withdrawn = await withdraw(note.id, "Wrong box ticked");
    expect(withdrawn.ok).toMatchObject({
      text: null,
      withdrawal: { name: null, wrongpatient: false, reason: "Wrong box ticked" },
    });
    server.clock.advance(1000);
    expect((await withdraw(note.id, "Again")).ok).toEqual(withdrawn.ok);
    expect(withdrawn.ok.addenda[0]?.text).toBe("Kept addendum.");
    expect((await withdraw(id, "This too")).ok.addenda[0]?.text).toBeNull();
    expect(
      (await server.call(care.addToVisitNote, { params: { id: note.id }, body: { text: "x" } }, { apiKey })).problem
        .code,
    ).toBe("wrong_state");
    const [own] = await ownNotes(rosa);
    expect(own).toMatchObject({ text: null, withdrawnat: withdrawn.ok.withdrawnat });
    expect(JSON.stringify(own)).not.toContain("Wrong box");
    const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id: rosa.id } }, { token: rosa.token });
    const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle;
    expect(fhirProblems(bundle)).toEqual([]);
    expect(raw.rawPayload.toString()).not.toContain(Buffer.from("The note.").toString("base64"));
    const folder = join(mkdtempSync(join(tmpdir(), "notes-")), "copy");
    await exportPatient(server.services, rosa.id, folder);
    const copied = readFileSync(join(folder, "tables", "visit_note.json"), "utf8");
    expect(copied).not.toMatch(/The note\.|Wrong box/);
    expect(copied).toContain(note.id);
  });

  test("who didn't sign it withdraws it only where it's about another patient", async () => {
    const { rosa, note } = await noted();
    const nurse = await nurseOf(rosa);
    const withdraw = (more: { wrongpatient?: boolean }) =>
      nurse.browser.call(care.withdrawVisitNote, { params: { id: note.id }, body: { reason: "It's Kim's.", ...more } });
    expect((await withdraw({})).problem.code).toBe("forbidden");
    expect((await read(rosa)).find(({ id }) => id === note.id)?.text).toBe("The note.");
    expect((await withdraw({ wrongpatient: true })).ok.withdrawal).toEqual({
      ...{ name: "Ines Falk", wrongpatient: true, reason: "It's Kim's." },
    });
  });
});

describe("decisions §20 a note goes with the record", () => {
  test("in the PDF as it was written, and in FHIR as US Core 6.1 has clinical notes", async () => {
    const rosa = await inCare(server);
    const { id } = await prescriptionOf(rosa);
    const visitnote = "Pressure <script>alert(1)</script> {{name}} \\u0041 (rests).";
    await server.call(
      care.holdPrescription,
      { params: { id }, body: { reason: "r", message: "m", visitnote } },
      { apiKey },
    );
    const [note] = await read(rosa);
    await server.call(
      care.addToVisitNote,
      { params: { id: note?.id ?? "" }, body: { text: "An addendum." } },
      { apiKey },
    );
    const pdf = await server.call(documents.medicalRecords, { params: { id: rosa.id } }, { token: rosa.token });
    const text = (await readPdf(pdf.raw.rawPayload)).text.replaceAll(/\s+/g, " ");
    for (const part of [
      "Visit notes",
      "Medicine put on hold",
      visitnote,
      "An addendum.",
      "Signed by a system of the practice",
    ])
      expect(text).toContain(part);
    const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id: rosa.id } }, { token: rosa.token });
    const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle;
    expect(fhirProblems(bundle)).toEqual([]);
    const noted = (bundle.entry ?? []).flatMap(({ resource }) =>
      resource?.resourceType === "DocumentReference" ? [resource as DocumentReference] : [],
    );
    const [last, addendum] = noted.slice(-2);
    expect(last).toMatchObject({
      ...{ status: "current", docStatus: "final", date: note?.signedat },
      type: { coding: [{ system: "http://loinc.org", code: "11506-3" }] },
      category: [{ coding: [{ code: "clinical-note" }] }],
    });
    expect(Buffer.from(last?.content[0]?.attachment.data ?? "", "base64").toString()).toBe(visitnote);
    expect(addendum?.relatesTo?.[0]).toMatchObject({ code: "appends", target: { reference: `urn:uuid:${last?.id}` } });
  });
});
