import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { staff } from "#contract/staff/calls.ts";
import { updatePatient } from "#server/auth/public.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import { signedInStaff, type StaffPerson } from "#server/staff/testing/staff-people.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { rolledBack } from "#server/treatment/testing/rolled-back.ts";
import { handedOver } from "../testing/handed-over.ts";
import { latestLetter, lettersOf } from "./medical-letter.ts";

let server: TestServer;
const apiKey = testApiKey;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const issue = (id: string, body: { text: string; doctorid?: string }, key = newId()) =>
  server.call(care.issueLetter, { params: { id }, body }, { apiKey, key });
const letterOf = ({ id, token }: Pick<TestPatient, "id" | "token">) =>
  server.call(documents.medicalLetter, { params: { id } }, { token });

async function accepted() {
  const patient = await handedOver(server);
  await server.call(care.accept, { params: { id: patient.id }, body: {} }, { apiKey });
  return patient;
}

describe("decisions §12 medical letter", () => {
  test("can be downloaded once the doctor issued it: on letterhead, signed with name, license and date", async () => {
    const patient = await accepted();
    const before = await letterOf(patient);
    expect([before.status, before.problem.code]).toEqual([404, "not_issued"]);
    const { status, ok } = await issue(patient.id, { text: "First paragraph.\n\nSecond paragraph." });
    expect(status).toBe(201);
    const { raw, headers } = await letterOf(patient);
    expect(headers["content-disposition"]).toBe('attachment; filename="calendula-medical-letter.pdf"');
    const { text, roles, title } = await readPdf(raw.rawPayload);
    expect(title).toBe("Medical letter: Rosa Winter");
    expect(roles.filter((role) => role === "H1")).toHaveLength(1);
    const day = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeZone: "America/New_York" });
    for (const part of [
      server.services.content.brand.practice.address1,
      "First paragraph. Second paragraph.",
      "Dr. Elena Marsh MD, board-certified OB/GYN",
      "Licensed in Iowa · NPI 0000000001",
      `Signed electronically on ${day.format(new Date(ok.issuedat))}`,
    ])
      expect(text).toContain(part);
  });

  test("a new letter replaces the one before, and the doctor named signs it", async () => {
    const patient = await accepted();
    await issue(patient.id, { text: "The old words." });
    await issue(patient.id, { text: "The new words.", doctorid: "ines_valdez" }).then(({ problem }) =>
      expect(problem.message).toBe("This doctor is not licensed in IA."),
    );
    await issue(patient.id, { text: "The new words.", doctorid: "hanna_lindqvist" });
    const { text } = await readPdf((await letterOf(patient)).raw.rawPayload);
    expect(text).toContain("The new words.");
    expect(text).toContain("Dr. Hanna Lindqvist");
    expect(text).not.toContain("The old words.");
  });

  test("what is read before issuing is what the document prints, word by word, for the doctor who signs", async () => {
    const [one, other] = [await accepted(), await accepted()];
    await inTransaction(server.services, (tx) => updatePatient(tx, other.id, { birthday: "1961-02-03" }));
    for (const [patient, doctorid] of [
      [one, undefined],
      [other, "hanna_lindqvist"],
    ] as const) {
      const query = doctorid ? { doctorid } : {};
      const head = (await server.call(care.letterhead, { params: { id: patient.id }, query }, { apiKey })).ok;
      await issue(patient.id, { text: "The words.", ...query });
      const { text } = await readPdf((await letterOf(patient)).raw.rawPayload);
      const { practice, registration } = server.services.content.brand;
      expect(head.parties.map(({ title }) => title)).toEqual(["Patient", "Practice"]);
      expect(head.parties[1]?.lines).toEqual([
        ...[practice.name, practice.address1, practice.address2, "Des Moines, IA 50309", practice.phone],
        ...[`NPI ${registration.practice.npi}`, `Tax ID ${registration.practice.taxid}`],
      ]);
      expect(head.signer.name).toBe(doctorid ? "Dr. Hanna Lindqvist" : "Dr. Elena Marsh");
      const printed = [
        ...[head.issuer, head.issuedon, head.title, ...head.parties.flatMap(({ title, lines }) => [title, ...lines])],
        ...["The words.", head.closing, head.signer.name, ...head.signer.lines],
      ];
      expect(printed.filter((line) => !text.includes(line))).toEqual([]);
    }
  });

  test("nobody reads a letterhead who may not issue the letter: in one's own name, once a doctor accepted, for a state one is licensed in", async () => {
    const [patient, waiting] = [await accepted(), await handedOver(server)];
    const head = (as: StaffPerson, id: string, query: { doctorid?: string } = {}) =>
      as.browser.call(care.letterhead, { params: { id }, query });
    const hanna = await signedInStaff(server, ["physician"], "hanna_lindqvist");
    await hanna.browser.call(staff.openRecord, {
      params: { id: patient.id },
      body: { reason: "second_opinion" },
    });
    expect((await head(hanna, patient.id)).ok.signer.name).toBe("Dr. Hanna Lindqvist");
    expect((await head(hanna, patient.id, { doctorid: "elena_marsh" })).ok.signer.name).toBe("Dr. Hanna Lindqvist");
    const early = await server.call(care.letterhead, { params: { id: waiting.id }, query: {} }, { apiKey });
    expect([early.status, early.problem.code]).toEqual([409, "wrong_state"]);
    const away = await server.call(
      care.letterhead,
      { params: { id: patient.id }, query: { doctorid: "ines_valdez" } },
      { apiKey },
    );
    expect(away.problem.message).toBe("This doctor is not licensed in IA.");
    // A nurse reads it while preparing one.
    expect((await head(await signedInStaff(server, ["nurse"]), patient.id)).status).toBe(200);
    for (const role of ["patient_services", "pharmacy", "finance", "administrator"] as const)
      expect((await head(await signedInStaff(server, [role]), patient.id)).status, role).toBe(403);
  });

  test("the record has the letters that were issued, newest first", async () => {
    const { id } = await accepted();
    const { ok: first } = await issue(id, { text: "The old words." });
    const { ok: second } = await issue(id, { text: "The new words.", doctorid: "hanna_lindqvist" });
    const record = await server.call(care.patient, { params: { id } }, { apiKey });
    expect(record.ok.letters).toEqual([
      { ...second, text: "The new words.", preparedby: null, misfiled: null, doctorname: "Dr. Hanna Lindqvist" },
      { ...first, text: "The old words.", preparedby: null, misfiled: null, doctorname: record.ok.doctor?.name },
    ]);
  });

  test("the same idempotency key issues one letter; its text is encrypted at rest", async () => {
    const patient = await accepted();
    const key = newId();
    const [first, second] = [
      await issue(patient.id, { text: "Once." }, key),
      await issue(patient.id, { text: "Once." }, key),
    ];
    expect(second.ok).toEqual(first.ok);
    const rows = await server.services.db
      .selectFrom("medical_letter")
      .select("text_sealed")
      .where("patient_id", "=", patient.id)
      .execute();
    expect(rows).toHaveLength(1);
    expect(Buffer.from(rows[0]?.text_sealed ?? []).toString("latin1")).not.toContain("Once.");
  });

  test("before a doctor accepted the patient it is refused with a hint what to do", async () => {
    for (const { id } of [await server.newPatient(), await handedOver(server)]) {
      const { status, problem } = await issue(id, { text: "Too early." });
      expect([status, problem.code]).toEqual([409, "wrong_state"]);
      expect(problem.message).toBe("A letter can be written once a doctor has accepted this patient.");
    }
  });

  test("is refused without text, for an unknown patient, by an unknown doctor and without an idempotency key", async () => {
    const { id } = await accepted();
    expect((await issue(id, { text: " " })).problem.details?.fields?.[0]).toEqual({
      path: "text",
      message: "Please write the letter.",
    });
    expect((await issue(newId(), { text: "Words." })).status).toBe(404);
    expect((await issue(id, { text: "Words.", doctorid: "nobody" })).problem.details?.fields?.[0]?.path).toBe(
      "doctorid",
    );
    const { status } = await server.call(care.issueLetter, { params: { id }, body: { text: "Words." } });
    expect(status).toBe(401);
  });
});

test("the letters about a patient, newest first, and the latest", async () => {
  const [rosa, ana] = [await server.newPatient(), await server.newPatient()];
  await rolledBack(server, async (tx) => {
    const at = (hour: number) => new Date(Date.UTC(2026, 0, 5, hour));
    const doctors = await tx.selectFrom("doctor").select("id").orderBy("id").limit(2).execute();
    const write = async ({ id: patient_id }: TestPatient, hour: number, text: string, state: string) => {
      const id = newId();
      await tx
        .insertInto("medical_letter")
        .values({
          ...{ id, patient_id, doctor_id: doctors[hour % 2]?.id ?? "", state, issued_at: at(hour) },
          text_sealed: server.services.secrets.seal(text, sealed("medical_letter.text_sealed")(id)),
        })
        .execute();
    };
    await write(rosa, 2, "second", "NH");
    await write(rosa, 1, "first", "IA");
    await write(rosa, 3, "third", "CA");
    await write(ana, 4, "another's", "IA");
    const services = { ...server.services, db: tx };
    const told = (await lettersOf(services, rosa.id, 9)).map(({ text, state, doctor, issuedAt }) => [
      ...[text, state, doctor.id, issuedAt],
    ]);
    expect(told).toEqual([
      ["third", "CA", doctors[1]?.id, at(3)],
      ["second", "NH", doctors[0]?.id, at(2)],
      ["first", "IA", doctors[1]?.id, at(1)],
    ]);
    expect((await lettersOf(services, rosa.id, 2)).map(({ text }) => text)).toEqual(["third", "second"]);
    expect((await latestLetter(services, ana.id))?.text).toBe("another's");
  });
});
