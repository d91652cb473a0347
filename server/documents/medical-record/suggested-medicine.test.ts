import type { Bundle, FhirResource } from "fhir/r4";
import { expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import { documents } from "#contract/documents/calls.ts";
import { wellbeing } from "#contract/wellbeing/calls.ts";
import { agreeToSuggestion, suggested } from "#server/care/testing/suggestions.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import { deliverPaid, home, type InCare, inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { fhirProblems } from "../testing/fhir-validator.ts";
import { readPdf } from "../testing/read-pdf.ts";

const server = serverAtNoon();
const capsule = { productid: "progesterone_capsule_100", pricingid: "progesterone_capsule_100_1m" };
const directions = "Take 1 capsule on Monday evenings.";

/** In which of the record's outlets the medicine stands with the doctor's directions. */
async function outlets(patient: InCare) {
  const token = await tokenOf(server, patient);
  const params = { id: patient.id };
  const pdf = await readPdf((await server.call(documents.medicalRecords, { params }, { token })).raw.rawPayload);
  const { raw } = await server.call(documents.medicalRecordsFhir, { params }, { token });
  const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle<FhirResource>;
  expect(fhirProblems(bundle)).toEqual([]);
  const requests = (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === "MedicationRequest" ? [resource] : [],
  );
  const doses = (await server.call(wellbeing.read, {}, { token })).ok.doses;
  return {
    pdf: pdf.text.includes(directions),
    fhir: requests.some(
      ({ status, dosageInstruction }) => status === "active" && dosageInstruction?.[0]?.text === directions,
    ),
    plan: (await home(server, patient)).plan.items.some((item) => item.directions === directions),
    doses: doses.items.some((dose) => dose.directions === directions),
  };
}

test("a medicine that was suggested is in the record, the plan and the doses once the patient agreed, and on label and leaflet", async () => {
  const rosa = await inCare(server);
  const { prescriptions = [] } = (await server.call(care.patient, { params: { id: rosa.id } }, { apiKey })).ok;
  for (const { id } of prescriptions)
    await server.call(
      care.stopPrescription,
      { params: { id }, body: { reason: "Bleeding", message: "Please stop it." } },
      { apiKey },
    );
  // Nothing of what was stopped is left at home.
  server.clock.advance(42 * 86_400_000);
  const made = await suggested(server, rosa, { ...capsule, directions });
  expect(await outlets(rosa), "while it waits").toEqual({ pdf: false, fhir: false, plan: false, doses: false });
  await agreeToSuggestion(server, rosa, made);
  await server.jobs.drain();
  const { id } = await server.services.db
    .selectFrom("customer_order")
    .select("id")
    .where("patient_id", "=", rosa.id)
    .where("kind", "=", "upsell")
    .executeTakeFirstOrThrow();
  const print = async (what: "labels" | "leaflets") => {
    const { raw } = await server.call(care.printOrders, { body: { orderids: [id], what } }, { apiKey });
    return (await readPdf(raw.rawPayload)).text;
  };
  expect(await print("labels")).toContain("1 capsule on Monday");
  expect(await print("leaflets")).toContain("Progesterone capsule");
  await deliverPaid(server, rosa);
  expect(await outlets(rosa), "once it came").toEqual({ pdf: true, fhir: true, plan: true, doses: true });
});
