import type { Bundle, FhirResource } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { RecordPart } from "#contract/documents/record-codes.ts";
import type { Prescriber } from "#server/doctors/public.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { allergyResources, questionnaireResponses } from "./answers-and-allergies.ts";
import { checkInObservations } from "./check-ins.ts";
import { counselingCommunications } from "./counseling.ts";
import { emergencyCommunications, emergencyFlags } from "./emergencies.ts";
import { adverseEvents, loggedCommunications } from "./logged.ts";
import { medicationDispenses, medicationRequests } from "./medications.ts";
import { organizationResources, patientResource, practitionerResource } from "./people.ts";
import { stableId, urn } from "./systems.ts";
import { visitNoteDocuments } from "./visit-notes.ts";

/**
 * The medical record as a FHIR R4 Bundle whose references point to its own entries (https://hl7.org/fhir/R4/bundle.html). Of the part `medicines` it's the
 * allergies and what is prescribed and was dispensed, with whom these name.
 */
export function recordBundle(content: Content, record: MedicalRecord, origin: string, part: RecordPart): Bundle {
  const shown = part === "medicines" ? { ...record, logged: [], visitNotes: [], signers: [] } : record;
  const resources: FhirResource[] = [
    patientResource(shown),
    ...organizationResources(content),
    ...doctorsOf(shown).map(practitionerResource),
    ...(part === "medicines" ? [] : questionnaireResponses(record, origin)),
    ...allergyResources(content, record),
    ...(part === "medicines" ? [] : told(content, record)),
    ...medicationRequests(content, record, origin),
    ...medicationDispenses(content, record),
    ...visitNoteDocuments(content, shown),
  ];
  return {
    resourceType: "Bundle",
    id: stableId("bundle", record.subject.patient.id, record.issuedAt.toISOString()),
    type: "collection",
    timestamp: record.issuedAt.toISOString(),
    entry: resources.map((resource) => ({ fullUrl: urn(resource.id ?? ""), resource })),
  };
}

/** How the patient felt, and what they and the practice told each other. */
const told = (content: Content, record: MedicalRecord): FhirResource[] => [
  ...checkInObservations(record),
  ...emergencyFlags(record),
  ...emergencyCommunications(record),
  ...counselingCommunications(content, record),
  ...adverseEvents(record),
  ...loggedCommunications(record),
];

function doctorsOf({ history, signers }: MedicalRecord): Prescriber[] {
  const doctors = [...history.visits, ...history.prescriptions].flatMap(({ doctor, ...each }) => [
    ...(doctor ? [doctor] : []),
    ...("collaborator" in each && each.collaborator ? [each.collaborator] : []),
  ]);
  return [...new Map([...doctors, ...signers].map((doctor) => [doctor.id, doctor])).values()];
}
