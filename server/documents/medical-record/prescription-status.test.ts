import type { Bundle, MedicationRequest } from "fhir/r4";
import { beforeEach, describe, expect, test } from "vitest";
import { care } from "#contract/care/calls.ts";
import type { PrescriptionStatus } from "#contract/care/prescriptions.ts";
import { documents } from "#contract/documents/calls.ts";
import type { ChangeUntil } from "#contract/treatment/changes.ts";
import { testApiKey as apiKey } from "#server/testing/harness.ts";
import { serverAtNoon } from "#server/treatment/testing/at-noon.ts";
import {
  agreeToChange,
  changeTreatment,
  newestChange,
  refuseChange,
  stronger,
} from "#server/treatment/testing/changes.ts";
import { type InCare, inCare, tokenOf } from "#server/treatment/testing/in-care.ts";
import { treatmentScenarios } from "#server/treatment/testing/scenarios.ts";
import { fhirProblems } from "../testing/fhir-validator.ts";
import { readPdf } from "../testing/read-pdf.ts";

const server = serverAtNoon();
const { at, putOnHold } = treatmentScenarios(() => server);
beforeEach(() => at("2027-02-01T17:00:00Z"));

const product = "estradiol_patch_0_05";
const reason = "Ultrasound shows a thrombus.";
const message = "We found a blood clot, so please stop the patch.";

const prescriptionOf = async ({ id }: InCare) => {
  const { ok } = await server.call(care.patient, { params: { id } }, { apiKey });
  const found = ok.prescriptions?.find(({ productid }) => productid === product);
  if (!found) throw new Error("No prescription");
  return found;
};

async function act(patient: InCare, kind: "stopPrescription" | "holdPrescription", more: object = {}) {
  const { id } = await prescriptionOf(patient);
  const { status } = await server.call(care[kind], { params: { id }, body: { reason, message, ...more } }, { apiKey });
  expect(status).toBe(200);
}

/** A doctor's change of the patch to another strength, which the patient has to agree to. */
async function changePatch(patient: InCare, until: ChangeUntil): Promise<void> {
  const { ok } = await changeTreatment(server, patient, { pricingid: stronger, until });
  expect(ok.status).toBe("waiting");
}

interface StatusWords {
  readonly clinic: PrescriptionStatus;
  readonly fhir: MedicationRequest["status"];
  readonly why: string | null;
  readonly pdf: string;
  /** FHIR's status of the prescription that names it as the one before; null without one. */
  readonly next: MedicationRequest["status"] | null;
}

/** What each outlet of the record says of the patch. */
async function outlets(patient: InCare): Promise<StatusWords> {
  const token = await tokenOf(server, patient);
  const params = { id: patient.id };
  const { id, status } = await prescriptionOf(patient);
  const pdf = await readPdf((await server.call(documents.medicalRecords, { params }, { token })).raw.rawPayload);
  const { raw } = await server.call(documents.medicalRecordsFhir, { params }, { token });
  const bundle = JSON.parse(raw.rawPayload.toString()) as Bundle;
  expect(fhirProblems(bundle)).toEqual([]);
  const requests = (bundle.entry ?? []).flatMap(({ resource }) =>
    resource?.resourceType === "MedicationRequest" ? [resource as MedicationRequest] : [],
  );
  const request = requests.find((each) => each.id === id);
  const next = requests.find(({ priorPrescription: before }) => before?.reference === `urn:uuid:${id}`);
  const row = pdf.tables.flat().find((cells) => cells.some((cell) => cell.includes("0.05")) && cells.length === 6);
  if (!request) throw new Error("No MedicationRequest");
  return {
    ...{ clinic: status, fhir: request.status, why: request.statusReason?.text ?? null, pdf: row?.[4] ?? "" },
    next: next?.status ?? null,
  };
}

const replacedSays: StatusWords = {
  clinic: "replaced",
  fhir: "stopped",
  why: "Replaced by another prescription",
  pdf: "Replaced by another prescription",
  next: "active",
};

interface State {
  readonly reach: (patient: InCare) => Promise<unknown>;
  readonly says: StatusWords;
}
/** Each status, and those that are reached in more than one way. */
const states: Readonly<Record<PrescriptionStatus, State> & Record<string, State>> = {
  active: {
    reach: () => Promise.resolve(),
    says: {
      clinic: "active",
      fhir: "active",
      why: null,
      pdf: expect.stringMatching(/^Active Refills left: \d+$/),
      next: null,
    },
  },
  on_hold: {
    reach: (patient) => act(patient, "holdPrescription"),
    says: {
      clinic: "on_hold",
      fhir: "on-hold",
      why: expect.stringContaining(message),
      pdf: expect.stringMatching(/^On hold since Feb 1, 2027 We found a blood clot/),
      next: null,
    },
  },
  "on_hold by a rule": {
    reach: (patient) => putOnHold(patient),
    says: { clinic: "on_hold", fhir: "on-hold", why: null, pdf: "On hold since Feb 1, 2027", next: null },
  },
  stopped: {
    reach: (patient) => act(patient, "stopPrescription"),
    says: {
      clinic: "stopped",
      fhir: "stopped",
      why: expect.stringContaining(message),
      pdf: expect.stringMatching(/^Stopped on Feb 1, 2027 We found a blood clot/),
      next: null,
    },
  },
  wrong_patient: {
    reach: (patient) => act(patient, "stopPrescription", { wrongpatient: true }),
    says: {
      clinic: "wrong_patient",
      fhir: "entered-in-error",
      why: expect.stringContaining("was prescribed to you by mistake"),
      pdf: expect.stringMatching(/^Entered by mistake for the wrong patient, and stopped on Feb 1, 2027/),
      next: null,
    },
  },
  ended: {
    reach: ({ id }) =>
      server.services.db
        .updateTable("prescription")
        .set({ status: "ended" })
        .where("patient_id", "=", id)
        .where("product_id", "=", product)
        .execute(),
    says: { clinic: "ended", fhir: "completed", why: null, pdf: "Ended", next: null },
  },
  replaced: {
    reach: async (patient) => {
      await changePatch(patient, "stop");
      await agreeToChange(server, patient, await newestChange(server, patient));
    },
    says: replacedSays,
  },
  "replaced, and used until the next one begins": {
    reach: async (patient) => {
      await changePatch(patient, "go_on");
      await agreeToChange(server, patient, await newestChange(server, patient));
    },
    says: { clinic: "replaced", fhir: "active", why: null, pdf: "In use until the next one begins", next: "active" },
  },
  "replaced, by a change that was changed again": {
    reach: async (patient) => {
      await changePatch(patient, "stop");
      await changePatch(patient, "stop");
      await agreeToChange(server, patient, await newestChange(server, patient));
    },
    says: replacedSays,
  },
  "stopped until the patient agrees to another": {
    reach: (patient) => changePatch(patient, "stop"),
    says: { clinic: "stopped", fhir: "stopped", why: null, pdf: "Stopped on Feb 1, 2027", next: null },
  },
  "stopped, and the other one refused": {
    reach: async (patient) => {
      await changePatch(patient, "stop");
      await refuseChange(server, patient, await newestChange(server, patient));
    },
    says: { clinic: "stopped", fhir: "stopped", why: null, pdf: "Stopped on Feb 1, 2027", next: null },
  },
};

describe("a prescription's status is the same truth in every outlet of the record", () => {
  test.each(Object.entries(states))("%s", async (_, { reach, says }) => {
    const rosa = await inCare(server);
    await reach(rosa);
    expect(await outlets(rosa)).toEqual(says);
  });

  test("why, in the practice's own words, is nowhere in it", async () => {
    const rosa = await inCare(server);
    await act(rosa, "stopPrescription");
    expect(JSON.stringify(await outlets(rosa))).not.toContain("thrombus");
  });

  test("after it is released it's active again, without a reason", async () => {
    const rosa = await inCare(server);
    await act(rosa, "holdPrescription");
    server.clock.advance(60_000);
    const { id } = await prescriptionOf(rosa);
    const body = { reason: "Looked at.", message: "Please go on.", despitewarning: true };
    await server.call(care.releasePrescription, { params: { id }, body }, { apiKey });
    expect(await outlets(rosa)).toMatchObject({ clinic: "active", fhir: "active", why: null });
  });
});
