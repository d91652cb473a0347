import type { Bundle, FhirResource } from "fhir/r4";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auth } from "#contract/auth.ts";
import { documents } from "#contract/documents/calls.ts";
import { submitted } from "#server/care/testing/submitted-visit.ts";
import { seedDemo } from "#server/demo/patients/seed.ts";
import { startTestServer, type TestServer } from "#server/testing/harness.ts";
import { fhirProblems } from "../../testing/fhir-validator.ts";
import { treatedPatient } from "../../testing/patients.ts";

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

async function bundleOf({ id, token }: { readonly id: string; readonly token: string }): Promise<Bundle> {
  const { status, raw } = await server.call(documents.medicalRecordsFhir, { params: { id } }, { token });
  expect([status, raw.headers["content-type"], raw.headers["content-disposition"]]).toEqual([
    200,
    expect.stringContaining("application/fhir+json"),
    'attachment; filename="calendula-medical-records.json"',
  ]);
  return JSON.parse(raw.rawPayload.toString()) as Bundle;
}

const of = <T extends FhirResource["resourceType"]>({ entry = [] }: Bundle, type: T) =>
  entry.flatMap(({ resource }) =>
    resource?.resourceType === type ? [resource as Extract<FhirResource, { resourceType: T }>] : [],
  );

describe("decisions §12 the record as a FHIR R4 Bundle", () => {
  test("the validator finds errors", () => {
    const bundle = {
      resourceType: "Bundle",
      type: "collection",
      entry: [
        { fullUrl: "urn:uuid:1", resource: { resourceType: "Patient", birthDate: "soon", shoes: 2 } },
        {
          fullUrl: "urn:uuid:2",
          resource: { resourceType: "MedicationRequest", subject: { reference: "urn:uuid:3" } },
        },
      ],
    } as unknown as Bundle;
    const problems = fhirProblems(bundle).join("\n");
    for (const part of ["birthDate", "shoes", "status", "urn:uuid:3 is no entry"])
      expect(problems.toLowerCase()).toContain(part.toLowerCase());
  });

  test("of a treated patient is valid, with what was prescribed and what was sent", async () => {
    const bundle = await bundleOf(await treatedPatient(server));
    expect(fhirProblems(bundle)).toEqual([]);
    expect(bundle.type).toBe("collection");
    expect(of(bundle, "Organization")).toHaveLength(2);
    expect(of(bundle, "Practitioner")[0]?.identifier?.[0]?.system).toBe("http://hl7.org/fhir/sid/us-npi");
    expect(of(bundle, "MedicationRequest").map(({ status }) => status)).toEqual(["active", "active"]);
    const dispensed = of(bundle, "MedicationDispense");
    expect(dispensed.map(({ medicationCodeableConcept }) => medicationCodeableConcept?.coding?.[0]?.code)).toEqual([
      "00000-1103-28",
      "00000-1301-30",
    ]);
    expect(dispensed[0]?.daysSupply).toMatchObject({ value: 28, code: "d" });
    expect(of(bundle, "Condition")).toEqual([]);
  });

  test("of a visit has the patient's answers and the allergies they named, unconfirmed", async () => {
    const answers = { allergies: { answer: ["soy", "other"], others: "penicillin" } };
    const bundle = await bundleOf(await submitted(server, { answers }));
    expect(fhirProblems(bundle)).toEqual([]);
    const [response] = of(bundle, "QuestionnaireResponse");
    expect(response?.status).toBe("completed");
    expect(response?.questionnaire).toMatch(/\/questionnaire\|\d{4}-/);
    expect(response?.item?.length).toBeGreaterThan(10);
    const allergies = of(bundle, "AllergyIntolerance");
    expect(allergies.map(({ code }) => code?.text)).toEqual(["Soy", "penicillin"]);
    for (const { verificationStatus } of allergies) expect(verificationStatus?.coding?.[0]?.code).toBe("unconfirmed");
  });

  test("of a new patient is valid as well", async () => {
    expect(fhirProblems(await bundleOf(await server.newPatient()))).toEqual([]);
  });

  test("of every demo patient is valid; no allergies is recorded as such", async () => {
    await seedDemo(server.services);
    for (const { id, email, password } of server.services.content.demo.patients) {
      const { ok } = await server.call(auth.signIn, { body: { email, password, role: "PATIENT" } });
      const bundle = await bundleOf({ id: ok.userid, token: ok.idToken });
      expect([id, fhirProblems(bundle)]).toEqual([id, []]);
      if (id === "maria") expect(of(bundle, "AllergyIntolerance")[0]?.code?.coding?.[0]?.code).toBe("716186003");
    }
  });
});
