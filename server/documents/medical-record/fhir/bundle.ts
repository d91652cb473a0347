import type { Bundle, FhirResource } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import type { Prescriber } from "#server/doctors/public.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { allergyResources, questionnaireResponses } from "./answers-and-allergies.ts";
import { checkInObservations } from "./check-ins.ts";
import { emergencyCommunications, emergencyFlags } from "./emergencies.ts";
import { medicationDispenses, medicationRequests } from "./medications.ts";
import { organizationResources, patientResource, practitionerResource } from "./people.ts";
import { stableId, urn } from "./systems.ts";

/** The medical record as a FHIR R4 Bundle whose references point to its own entries (https://hl7.org/fhir/R4/bundle.html). */
export function recordBundle(content: Content, record: MedicalRecord, origin: string): Bundle {
  const resources: FhirResource[] = [
    patientResource(record),
    ...organizationResources(content),
    ...doctorsOf(record).map(practitionerResource),
    ...questionnaireResponses(record, origin),
    ...allergyResources(content, record),
    ...checkInObservations(record),
    ...emergencyFlags(record),
    ...emergencyCommunications(record),
    ...medicationRequests(content, record, origin),
    ...medicationDispenses(record),
  ];
  return {
    resourceType: "Bundle",
    id: stableId("bundle", record.subject.patient.id, record.issuedAt.toISOString()),
    type: "collection",
    timestamp: record.issuedAt.toISOString(),
    entry: resources.map((resource) => ({ fullUrl: urn(resource.id ?? ""), resource })),
  };
}

function doctorsOf({ history }: MedicalRecord): Prescriber[] {
  const doctors = [...history.visits, ...history.prescriptions].flatMap(({ doctor, ...each }) => [
    ...(doctor ? [doctor] : []),
    ...("collaborator" in each && each.collaborator ? [each.collaborator] : []),
  ]);
  return [...new Map(doctors.map((doctor) => [doctor.id, doctor])).values()];
}
