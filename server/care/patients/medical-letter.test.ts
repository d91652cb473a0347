import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { readPdf } from "#server/documents/testing/read-pdf.ts";
import { newId } from "#server/platform/ids.ts";
import { startTestServer, testApiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { handedOver } from "../testing/handed-over.ts";

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

  test("the record has the letters that were issued, newest first", async () => {
    const { id } = await accepted();
    const { ok: first } = await issue(id, { text: "The old words." });
    const { ok: second } = await issue(id, { text: "The new words.", doctorid: "hanna_lindqvist" });
    const record = await server.call(care.patient, { params: { id } }, { apiKey });
    expect(record.ok.letters).toEqual([
      { ...second, text: "The new words.", doctorname: "Dr. Hanna Lindqvist" },
      { ...first, text: "The old words.", doctorname: record.ok.doctor?.name },
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
