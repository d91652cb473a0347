import type { Communication } from "fhir/r4";
import { expect, test } from "vitest";
import type { Rule } from "#content/schema/rules.ts";
import type { EmergencyAction } from "#contract/care/told-emergency.ts";
import type { CaseStatus } from "#server/cases/public.ts";
import { sharedTestServer } from "#server/testing/harness.ts";
import { fhirProblems } from "../testing/fhir-validator.ts";
import { readPdf } from "../testing/read-pdf.ts";
import { recordBundle } from "./fhir/bundle.ts";
import { medicalRecordPdf } from "./medical-record-pdf.ts";
import { loadMedicalRecord, type MedicalRecord } from "./medical-record.ts";

const decisions: Readonly<Record<CaseStatus, string>> = {
  submitted: "Waiting for a doctor",
  accepted: "In review",
  approved: "Approved",
  declined: "Not approved",
  lapsed: "Closed without a decision",
};
const levels: Readonly<Record<Rule["outcome"], string>> = {
  EMERGENCY: "Emergency",
  STOP: "Stopped the visit",
  CLINICIAN: "For the doctor",
  INFO: "Note",
};
type Deed = Exclude<EmergencyAction["kind"], "call"> | NonNullable<EmergencyAction["reached"]>;
const deeds: Readonly<Record<Deed, { readonly pdf: string; readonly fhir: string }>> = {
  acknowledged: { pdf: "acknowledged by Ann: Text", fhir: "Acknowledged: Text" },
  patient: { pdf: "Ann called and reached the patient: Text", fhir: "Called, reached the patient: Text" },
  other: {
    pdf: "Ann called and reached somebody with the patient: Text",
    fhir: "Called, reached somebody with the patient: Text",
  },
  nobody: { pdf: "Ann called and reached nobody: Text", fhir: "Called, reached nobody: Text" },
  closed: { pdf: "closed by Ann: Text", fhir: "Closed: Text" },
};

const keysOf = <K extends string>(of: Readonly<Record<K, unknown>>) => Object.keys(of) as K[];
const at = "2027-02-01T17:00:00Z";

/** The record of a new patient with each state in it once. */
async function recordOfAll() {
  const { services, newPatient } = await sharedTestServer();
  const record = await loadMedicalRecord(services, (await newPatient()).id);
  const actions = keysOf(deeds).map((deed): EmergencyAction => {
    const did = { id: deed, actor: "staff:1", name: "Ann", at, text: "Text" };
    return deed === "acknowledged" || deed === "closed"
      ? { ...did, kind: deed, reached: null }
      : { ...did, kind: "call", reached: deed };
  });
  const all: MedicalRecord = {
    ...record,
    history: {
      ...record.history,
      visits: keysOf(decisions).map((status) => ({
        ...{ id: status, status, doctor: null, submittedAt: new Date(at), decidedAt: null, note: null },
      })),
    },
    flags: keysOf(levels).map((outcome) => ({
      ...{ ruleid: outcome, outcome, title: outcome, note: "", questionids: [], scope: "visit", current: true },
    })),
    emergencies: [
      {
        ...{
          id: "1",
          source: "message",
          title: "Call 911",
          words: "Help",
          writer: null,
          reportedat: at,
          acknowledgedat: at,
        },
        ...{ closedat: at, actions },
      },
    ],
  };
  return { content: services.content, record: all };
}

test("the PDF has each decision, level and deed in its own words", async () => {
  const { content, record } = await recordOfAll();
  const { tables, text } = await readPdf(await medicalRecordPdf(content, record, "record"));
  const column = (title: string) => {
    const found = tables.find(([head]) => head?.includes(title)) ?? [];
    return found.slice(1).map((cells) => cells[found[0]?.indexOf(title) ?? -1]);
  };
  expect(column("Decision")).toEqual(Object.values(decisions));
  expect(column("Level")).toEqual(Object.values(levels));
  for (const { pdf } of Object.values(deeds)) expect(text.replaceAll(/\s+/gu, " ")).toContain(pdf);
});

test("the FHIR bundle has each deed in its own words", async () => {
  const { content, record } = await recordOfAll();
  const bundle = recordBundle(content, record, "https://clinic.example", "record");
  expect(fhirProblems(bundle)).toEqual([]);
  const told = bundle.entry?.find(({ resource }) => resource?.resourceType === "Communication");
  const notes = (told?.resource as Communication | undefined)?.note;
  expect(notes?.map(({ text }) => text)).toEqual(Object.values(deeds).map(({ fhir }) => fhir));
});
