import type { Bundle, QuestionnaireResponse } from "fhir/r4";
import { beforeAll, describe, expect, test } from "vitest";
import type { Teller, ToldSource } from "#contract/account/told-answers.ts";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { answeredPatientInCare } from "#server/growth/testing/upsells.ts";
import { sharedTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { fhirProblems } from "../testing/fhir-validator.ts";
import { readPdf } from "../testing/read-pdf.ts";

let server: TestServer;
beforeAll(async () => void (server = await sharedTestServer()));

const question = "Uterus";

async function told(source: ToldSource, teller: Teller): Promise<TestPatient> {
  const patient = await answeredPatientInCare(server);
  const body = {
    told: { source, teller, on: "2026-01-05", callerproved: "birthday_and_address" },
    ...{ answers: [{ questionid: "uterus", answer: "unsure" }], version: 1 },
  } as const;
  const { status } = await server.call(care.recordTold, { params: { id: patient.id }, body }, { apiKey });
  expect(status).toBe(200);
  return patient;
}

async function responsesOf({ id, token }: TestPatient): Promise<QuestionnaireResponse[]> {
  const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id } }, { token });
  const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle;
  expect(fhirProblems(bundle)).toEqual([]);
  return (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === "QuestionnaireResponse" ? [resource as QuestionnaireResponse] : [],
  );
}

async function answeredIn({ id, token }: TestPatient): Promise<string | undefined> {
  const { raw } = await server.call(documents.medicalRecords, { params: { id } }, { token });
  const { tables } = await readPdf(raw.rawPayload);
  return tables.flat().find(([asked]) => asked === question)?.[2];
}

describe("decisions §12 the record says which answers the practice wrote down, and how they were told", () => {
  test.each<[ToldSource, Teller, string, string | null]>([
    ["phone", "patient", "By phone", null],
    ["phone", "other", "By phone", "Somebody else for the patient, by phone"],
    ["in_person", "patient", "In person", null],
    ["in_person", "other", "In person", "Somebody else for the patient, in person"],
    ["doctors_letter", "patient", "Another doctor’s letter", "A letter from another doctor"],
    ["doctors_letter", "other", "Another doctor’s letter", "A letter from another doctor"],
  ])("%s by %s", async (source, teller, inPdf, display) => {
    const patient = await told(source, teller);
    const responses = await responsesOf(patient);
    const own = { reference: `urn:uuid:${patient.id}` };
    const sources = responses.map(({ item, author, source: by }) => [
      (item ?? []).map(({ linkId }) => linkId).includes("uterus"),
      author?.display ?? null,
      by,
    ]);
    expect(sources).toHaveLength(2);
    expect(sources).toEqual(
      expect.arrayContaining([
        [true, "The practice", display === null ? own : { display }],
        [false, null, own],
      ]),
    );
    expect(await answeredIn(patient)).toBe(`${inPdf}, January 5, 2026`);
  });

  test("what the patient answered has the patient’s day only", async () => {
    const patient = await answeredPatientInCare(server);
    expect((await responsesOf(patient)).map(({ author, source }) => [author, source?.reference])).toEqual([
      [undefined, `urn:uuid:${patient.id}`],
    ]);
    expect(await answeredIn(patient)).not.toMatch(/By phone|In person|letter/);
  });
});
