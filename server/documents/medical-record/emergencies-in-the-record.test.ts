import type { Bundle, FhirResource } from "fhir/r4";
import { beforeAll, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { support } from "#contract/support.ts";
import { signedInStaff } from "#server/staff/testing/staff-people.ts";
import { sharedTestServer, testApiKey as apiKey, type TestPatient, type TestServer } from "#server/testing/harness.ts";
import { fhirProblems } from "../testing/fhir-validator.ts";
import { readPdf } from "../testing/read-pdf.ts";

let server: TestServer;
let rosa: TestPatient;
let nurse: Awaited<ReturnType<typeof signedInStaff>>;
beforeAll(async () => {
  server = await sharedTestServer();
  nurse = await signedInStaff(server, ["nurse"]);
  rosa = await server.newPatient();
  await reportEmergency(rosa, "my chest hurts since noon");
  const params = { id: await openIdOf(rosa) };
  await nurse.browser.call(care.acknowledgeEmergency, { params, body: { note: "I call her now" } });
  await server.call(care.emergencyCalled, { params, body: { reached: "nobody", text: "Voicemail" } }, { apiKey });
  await server.call(
    care.emergencyCalled,
    { params, body: { reached: "other", text: "Her son is with her" } },
    { apiKey },
  );
  await nurse.browser.call(care.closeEmergency, { params, body: { outcome: "Seen in the ER, all clear" } });
  await reportEmergency(rosa, "I can't breathe");
});

const reportEmergency = ({ token }: TestPatient, message: string) =>
  server.call(support.contact, { body: { topic: "treatment", message } }, { token });
const openIdOf = async ({ id }: TestPatient) =>
  (await server.call(care.emergencies, { query: { state: "open", patientid: id } }, { apiKey })).ok.items[0]?.id ??
  expect.fail("none is open");
const textOf = async ({ id, token }: TestPatient) =>
  (await readPdf((await server.call(documents.medicalRecords, { params: { id } }, { token })).raw.rawPayload)).text;
async function bundleOf({ id, token }: TestPatient): Promise<Bundle> {
  const { raw } = await server.call(documents.medicalRecordsFhir, { params: { id } }, { token });
  return JSON.parse(raw.rawPayload.toString()) as Bundle;
}
const of = <T extends FhirResource["resourceType"]>({ entry = [] }: Bundle, type: T) =>
  entry.flatMap(({ resource }) =>
    resource?.resourceType === type ? [resource as Extract<FhirResource, { resourceType: T }>] : [],
  );

describe("an emergency leaves its trace in the record, open or closed", () => {
  test("the PDF has the words told, when, what was done, and by whom it was closed", async () => {
    const text = (await textOf(rosa)).replace(/\s+/g, " ");
    for (const part of [
      "Emergencies she reported",
      "my chest hurts since noon",
      "acknowledged by Ines Falk: I call her now",
      "called and reached nobody: Voicemail",
      "called and reached somebody with the patient: Her son is with her",
      "closed by Ines Falk: Seen in the ER, all clear",
      "I can't breathe",
    ])
      expect(text).toContain(part);
    expect(text.match(/Still open/g)).toHaveLength(1);
    expect(text.indexOf("I can't breathe")).toBeLessThan(text.indexOf("my chest hurts since noon"));
  });

  test("the FHIR bundle is valid, and says of each what was told, and whether it is over", async () => {
    const bundle = await bundleOf(rosa);
    expect(fhirProblems(bundle)).toEqual([]);
    const told = of(bundle, "Communication");
    expect(told.map(({ status, payload }) => [status, payload?.[0]?.contentString])).toEqual([
      ["completed", "I can't breathe"],
      ["completed", "my chest hurts since noon"],
    ]);
    expect(told[0]?.note).toBeUndefined();
    expect(told[1]?.note?.map(({ text }) => text)).toEqual([
      "Acknowledged: I call her now",
      "Called, reached nobody: Voicemail",
      "Called, reached somebody with the patient: Her son is with her",
      "Closed: Seen in the ER, all clear",
    ]);
    const flags = of(bundle, "Flag");
    expect(flags.map(({ status, period }) => [status, period?.end !== undefined])).toEqual([
      ["active", false],
      ["inactive", true],
    ]);
    expect(flags[1]?.period?.start).toBe(told[1]?.sent);
  });

  test("the practice's record has the same, for whoever reads health, and for nobody else", async () => {
    const params = { id: rosa.id };
    const { ok } = await server.call(care.patient, { params }, { apiKey });
    expect(ok.emergencies).toMatchObject([
      { words: "I can't breathe", acknowledgedat: null, closedat: null, actions: [] },
      {
        words: "my chest hurts since noon",
        source: "contact",
        closedat: expect.any(String),
        actions: [
          { kind: "acknowledged", name: "Ines Falk" },
          { kind: "call", reached: "nobody", name: null },
          { kind: "call", reached: "other" },
          { kind: "closed", text: "Seen in the ER, all clear", actor: `staff:${nurse.id}` },
        ],
      },
    ]);
    const services = await signedInStaff(server, ["patient_services"]);
    const seen = await services.browser.call(care.patient, { params });
    expect([seen.status, seen.ok.emergencies]).toEqual([200, undefined]);
  });

  test("another patient's record has nothing of it", async () => {
    const other = await server.newPatient();
    expect(await textOf(other)).not.toContain("Emergencies she reported");
    const bundle = await bundleOf(other);
    expect([...of(bundle, "Flag"), ...of(bundle, "Communication")]).toEqual([]);
  });
});
