import type { Bundle, Observation } from "fhir/r4";
import { expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { fhirProblems } from "#server/documents/testing/fhir-validator.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { tokenOf } from "#server/treatment/testing/in-care.ts";
import { checkIn, doseOf, everyDay, noteDose, patientAtHome, pickDays } from "./testing/wellbeing.ts";

const server = serverAtNoon();

test("decisions §11 the doctor reads check-ins and noted doses in the record", async () => {
  const rosa = await patientAtHome(server);
  await checkIn(server, rosa, { poor_sleep: 2 });
  const { id } = await doseOf(server, rosa, "capsule");
  await pickDays(server, rosa, id, everyDay, 21);
  const { today } = await doseOf(server, rosa, "capsule");
  await noteDose(server, rosa, { id, day: today?.day ?? "" }, "skipped");
  const { ok } = await server.call(care.patient, { params: { id: rosa.id } }, { apiKey });
  expect(ok.checkins).toMatchObject([{ symptoms: [{ id: "poor_sleep", name: "Poor sleep", before: 4, now: 2 }] }]);
  expect(ok.doses).toMatchObject([
    { name: "Progesterone capsule", days: everyDay, noted: [{ day: today?.day, status: "skipped" }] },
  ]);
});

test("decisions §12 check-ins are in the medical record, as PDF and as valid FHIR observations", async () => {
  const rosa = await patientAtHome(server);
  await checkIn(server, rosa, { poor_sleep: 2, hot_flashes: 1 });
  const token = await tokenOf(server, rosa);
  const params = { id: rosa.id };
  expect((await server.call(documents.medicalRecords, { params }, { token })).status).toBe(200);
  const { raw } = await server.call(documents.medicalRecordsFhir, { params }, { token });
  const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle;
  expect(fhirProblems(bundle)).toEqual([]);
  const observations = bundle.entry?.flatMap(({ resource }) =>
    resource?.resourceType === "Observation" ? [resource as Observation] : [],
  );
  expect(observations?.map(({ code, valueInteger }) => [code.text?.split(":")[0], valueInteger])).toEqual([
    ["Poor sleep", 2],
    ["Hot flashes", 1],
  ]);
});
