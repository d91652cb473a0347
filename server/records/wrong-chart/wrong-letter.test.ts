import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { notifications } from "#contract/notifications.ts";
import { staff } from "#contract/staff/calls.ts";
import { pdfFile } from "#server/contract-tests/testing/clinic-document-states.ts";
import { multipart } from "#server/contract-tests/testing/example-requests.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { allMessages, patientWithConversations } from "#server/messages/testing/conversations.ts";
import { exportPatient } from "#server/operations/patient/export.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { inCare, tokenOf } from "#server/treatment/testing/in-care.ts";

let server: TestServer;
let physician: StaffPerson;
beforeAll(async () => {
  server = await startTestServer();
  physician = await signedInStaff(server, ["physician"], "elena_marsh");
});
afterAll(() => server.close());

const secret = "QUILLMARK has osteoporosis.";

const open = (by: StaffPerson, { id }: TestPatient) =>
  by.browser.call(staff.openRecord, { params: { id }, body: { reason: "colleague", words: "Asked about it." } });
const issue = async ({ id }: TestPatient, text: string) => {
  const { status, ok, raw } = await server.call(
    care.issueLetter,
    { params: { id }, body: { text } },
    { apiKey, key: newId() },
  );
  if (status !== 201) throw new Error(`Issuing answered ${status}: ${raw.payload}`);
  return ok.id;
};
const available = async (patient: TestPatient) =>
  (await server.call(documents.available, {}, { token: await tokenOf(server, patient) })).ok;
const report = async (patient: TestPatient, id: string) =>
  server.call(documents.reportLetter, { params: { id } }, { token: await tokenOf(server, patient) });
const withdraw = (by: StaffPerson, { id }: TestPatient, letterid: string, forpatientid?: string) =>
  by.browser.call(care.withdrawLetter, {
    params: { id, letterid },
    body: forpatientid === undefined ? {} : { forpatientid },
  });
const keep = (by: StaffPerson, { id }: TestPatient, letterid: string) =>
  by.browser.call(care.keepLetter, {
    params: { id, letterid },
    body: { message: "This letter is yours: it's about your own plan." },
  });
const tasksOf = async (by: StaffPerson, { id }: TestPatient) =>
  (await by.browser.call(care.patientTasks, { params: { id }, query: {} })).ok.items;
const recordOf = async (by: StaffPerson, { id }: TestPatient) =>
  (await by.browser.call(care.patient, { params: { id } })).ok;

/** All that a patient reads of letters: the letter, the record as PDF and FHIR, and what told of it. */
async function shownTo(patient: TestPatient): Promise<string> {
  const options = { token: await tokenOf(server, patient) };
  const params = { id: patient.id };
  const pdfs = await Promise.all(
    [documents.medicalLetter, documents.medicalRecords].map((call) => server.call(call, { params }, options)),
  );
  const texts = await Promise.all(
    pdfs.map(async ({ status, raw }) => (status === 200 ? (await readPdf(raw.rawPayload)).text : "")),
  );
  const fhir = (await server.call(documents.medicalRecordsFhir, { params }, options)).raw.payload;
  return [...texts, fhir].join("\n");
}

const toldOfLetter = async (patient: TestPatient) =>
  (await server.call(notifications.list, { query: {} }, { token: await tokenOf(server, patient) })).ok.items.filter(
    ({ href }) => href === "/insurance-documents",
  ).length;

async function accepted() {
  const patient = await patientWithConversations(server);
  await server.call(care.accept, { params: { id: patient.id }, body: { doctorid: "elena_marsh" } }, { apiKey });
  return patient;
}

async function misdirected() {
  const patient = await accepted();
  await open(physician, patient);
  const own = await issue(patient, "OWNWORDS for you.");
  const wrong = await issue(patient, secret);
  return { patient, own, wrong };
}

describe("a patient says that a medical letter isn't theirs", () => {
  test("it's gone at once for them, the letter before counts again, and it comes up for a physician", async () => {
    const { patient, own, wrong } = await misdirected();
    expect(await available(patient)).toMatchObject({ medicalletter: true, letterid: wrong, letterreported: false });
    expect(await shownTo(patient)).toContain("QUILLMARK");
    const told = await toldOfLetter(patient);
    const { status, ok } = await report(patient, wrong);
    expect([status, ok]).toEqual([200, { id: wrong, misfiled: "reported" }]);
    expect(await available(patient)).toMatchObject({ medicalletter: true, letterid: own, letterreported: true });
    const shown = await shownTo(patient);
    expect([shown.includes("QUILLMARK"), shown.includes("OWNWORDS"), told - (await toldOfLetter(patient))]).toEqual([
      ...[false, true, 1],
    ]);
    const [task, ...others] = await tasksOf(physician, patient);
    expect(others).toEqual([]);
    expect(task).toMatchObject({ kind: "not_mine", asker: null, for: { role: "physician" }, message: null });
    expect(task?.letter).toMatchObject({ id: wrong, text: secret, misfiled: "reported" });
    const inbox = (await physician.browser.call(care.inbox, { query: { kind: "task", limit: 200 as never } })).ok;
    expect(inbox.items.some(({ id }) => id === task?.id)).toBe(true);
    expect((await report(patient, wrong)).ok.misfiled).toBe("reported");
    expect(await tasksOf(physician, patient)).toHaveLength(1);
  });

  test("a nurse reads what it's about and decides nothing", async () => {
    const { patient, wrong } = await misdirected();
    await report(patient, wrong);
    const nurse = await signedInStaff(server, ["nurse"]);
    await open(nurse, patient);
    const [task] = await tasksOf(nurse, patient);
    expect([task?.kind, task?.letter?.id, task?.actions.includes("verdict")]).toEqual(["not_mine", wrong, false]);
    expect((await keep(nurse, patient, wrong)).problem.code).toBe("scope_missing");
  });

  test("it's theirs after all: they can download it again, and a message says why; nothing stays open", async () => {
    const { patient, wrong } = await misdirected();
    expect((await keep(physician, patient, wrong)).problem.code).toBe("conflict");
    await report(patient, wrong);
    expect((await keep(physician, patient, wrong)).ok).toMatchObject({ id: wrong, text: secret, misfiled: null });
    expect(await available(patient)).toMatchObject({ letterid: wrong, letterreported: false });
    expect(await shownTo(patient)).toContain("QUILLMARK");
    const last = (await allMessages(server, patient, patient.doctorConversationId)).at(-1);
    expect(last?.message).toContain("it's about your own plan");
    expect(await tasksOf(physician, patient)).toEqual([]);
    expect((await keep(physician, patient, wrong)).problem.code).toBe("conflict");
  });

  test("another patient's letter isn't there", async () => {
    const { patient, wrong } = await misdirected();
    expect((await report(await inCare(server), wrong)).status).toBe(404);
    expect(await available(patient)).toMatchObject({ letterid: wrong, letterreported: false });
  });
});

describe("a prescriber withdraws a letter", () => {
  test("nobody reads it any more, in the record neither; that there was one stays, and the task ends", async () => {
    const { patient, own, wrong } = await misdirected();
    await report(patient, wrong);
    const { ok } = await withdraw(physician, patient, wrong);
    expect(ok).toMatchObject({ id: wrong, text: null, misfiled: "withdrawn" });
    const { letters = [] } = await recordOf(physician, patient);
    expect(letters.map(({ id, text, misfiled }) => [id, text, misfiled])).toEqual([
      [wrong, null, "withdrawn"],
      [own, "OWNWORDS for you.", null],
    ]);
    expect(await available(patient)).toMatchObject({ letterid: own, letterreported: false });
    expect(await shownTo(patient)).not.toContain("QUILLMARK");
    expect(await tasksOf(physician, patient)).toEqual([]);
    const again = [await withdraw(physician, patient, wrong), await keep(physician, patient, wrong)];
    expect(again.map(({ problem }) => problem.code)).toEqual(["conflict", "conflict"]);
    expect((await report(patient, wrong)).ok.misfiled).toBe("withdrawn");
    const row = await server.services.db
      .selectFrom("medical_letter")
      .select(["withdrawn_by", "moved_to_id"])
      .where("id", "=", wrong)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ withdrawn_by: `staff:${physician.id}`, moved_to_id: null });
  });

  test("also of their own accord; of two at once one is second; a nurse can't", async () => {
    const { patient, wrong } = await misdirected();
    const nurse = await signedInStaff(server, ["nurse"]);
    await open(nurse, patient);
    expect((await withdraw(nurse, patient, wrong)).problem.code).toBe("scope_missing");
    const both = await Promise.all([withdraw(physician, patient, wrong), withdraw(physician, patient, wrong)]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
  });

  test("it's issued for the right patient by the same doctor, and not for the one it's taken from", async () => {
    const { patient, wrong } = await misdirected();
    const right = await accepted();
    expect((await withdraw(physician, patient, wrong, patient.id)).problem.code).toBe("bad_request");
    expect(await shownTo(patient)).toContain("QUILLMARK");
    await open(physician, right);
    expect((await withdraw(physician, patient, wrong, right.id)).status).toBe(200);
    const { letters = [] } = await recordOf(physician, right);
    expect(letters).toMatchObject([{ text: secret, misfiled: null, doctorname: "Dr. Elena Marsh" }]);
    expect(await shownTo(right)).toContain("QUILLMARK");
    expect(await toldOfLetter(right)).toBe(1);
    expect(await shownTo(patient)).not.toContain("QUILLMARK");
  });

  test("where it can't be issued for the right patient, it stays with the wrong one", async () => {
    const { patient, wrong } = await misdirected();
    const right = await server.newPatient();
    await open(physician, right);
    expect((await withdraw(physician, patient, wrong, right.id)).problem.code).toBe("wrong_state");
    expect((await available(patient)).letterid).toBe(wrong);
  });
});

/** The copy of everything about a patient that the practice hands over. */
async function exported({ id }: TestPatient) {
  const folder = mkdtempSync(join(tmpdir(), "calendula-copy-"));
  try {
    await exportPatient(server.services, id, join(folder, "copy"));
    const names = readdirSync(join(folder, "copy/tables"));
    const tables = names.map((name) => readFileSync(join(folder, "copy/tables", name), "utf8")).join("\n");
    return { tables, files: readdirSync(join(folder, "copy/files")) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test("the copy of everything has no word of a letter that was withdrawn, and has the patient's own", async () => {
  const { patient, wrong } = await misdirected();
  expect((await exported(patient)).tables).toContain("QUILLMARK");
  await withdraw(physician, patient, wrong);
  const { tables } = await exported(patient);
  expect([tables.includes("QUILLMARK"), tables.includes("OWNWORDS")]).toEqual([false, true]);
});

describe("a document among the wrong patient's", () => {
  const upload = async (patient: TestPatient, title: string) => {
    const { headers, payload } = multipart(pdfFile, { kind: "referral", title });
    const token = await tokenOf(server, patient);
    return (await server.call(documents.upload, { body: payload as never }, { token, headers })).ok.id;
  };
  const fileOf = async (patient: TestPatient, id: string) =>
    (await server.call(documents.file, { params: { id } }, { token: await tokenOf(server, patient) })).status;
  const listOf = async (patient: TestPatient) =>
    (await server.call(documents.list, { query: {} }, { token: await tokenOf(server, patient) })).ok.items;
  const takeOut = (by: StaffPerson, { id }: TestPatient, documentid: string, forpatientid?: string) =>
    by.browser.call(care.withdrawDocument, {
      params: { id, documentid },
      body: forpatientid === undefined ? {} : { forpatientid },
    });

  async function misfiled() {
    const [patient, nurse] = [await inCare(server), await signedInStaff(server, ["nurse"])];
    await open(nurse, patient);
    return { patient, nurse, own: await upload(patient, "Own card"), wrong: await upload(patient, "QUILLMARK card") };
  }

  test("is taken out: it opens for nobody, and the patient's copy hasn't it either", async () => {
    const { patient, nurse, own, wrong } = await misfiled();
    expect((await takeOut(nurse, patient, wrong)).status).toBe(200);
    expect((await listOf(patient)).map(({ id }) => id)).toEqual([own]);
    expect([await fileOf(patient, wrong), await fileOf(patient, own)]).toEqual([404, 200]);
    const byNurse = await nurse.browser.call(care.patientDocument, { params: { id: patient.id, documentid: wrong } });
    expect(byNurse.status).toBe(404);
    expect((await recordOf(nurse, patient)).documents?.map(({ id }) => id)).toEqual([own]);
    expect((await exported(patient)).files).toHaveLength(1);
    expect((await takeOut(nurse, patient, wrong)).problem.code).toBe("conflict");
    expect((await takeOut(nurse, patient, newId())).status).toBe(404);
  });

  test("is filed among the right patient's, with its name and file, and somebody looks at it there", async () => {
    const { patient, nurse, own, wrong } = await misfiled();
    const right = await inCare(server);
    expect((await takeOut(nurse, patient, wrong, right.id)).problem.code).toBe("reason_required");
    await open(nurse, right);
    expect((await takeOut(nurse, patient, wrong, right.id)).status).toBe(200);
    const [filed, ...others] = await listOf(right);
    expect([filed?.title, filed?.kind, others]).toEqual(["QUILLMARK card", "referral", []]);
    expect(await fileOf(right, filed?.id ?? "")).toBe(200);
    expect((await listOf(patient)).map(({ id }) => id)).toEqual([own]);
    expect((await exported(right)).files).toHaveLength(1);
    const items = (await nurse.browser.call(care.workItems, { query: {} })).ok.items;
    expect(items.filter(({ patient: about }) => about?.id === patient.id)).toHaveLength(1);
    expect(items.filter(({ patient: about }) => about?.id === right.id).map(({ kind }) => kind)).toEqual(["document"]);
  });
});
