import { v5 } from "uuid";

/** Code and identifier systems of US health records (http://hl7.org/fhir/R4/identifier-registry.html, …/codesystem-registry). */
export const systems = {
  npi: "http://hl7.org/fhir/sid/us-npi",
  ndc: "http://hl7.org/fhir/sid/ndc",
  /** Employer identification number of the IRS. */
  ein: "urn:oid:2.16.840.1.113883.4.4",
  /** An id that is a URI by itself. */
  uri: "urn:ietf:rfc:3986",
  units: "http://unitsofmeasure.org",
  snomed: "http://snomed.info/sct",
  loinc: "http://loinc.org",
  documentCategory: "http://hl7.org/fhir/us/core/CodeSystem/us-core-documentreference-category",
  documentFormat: "http://ihe.net/fhir/ihe.formatcode.fhir/CodeSystem/formatcode",
  allergyClinical: "http://terminology.hl7.org/CodeSystem/allergyintolerance-clinical",
  communicationCategory: "http://terminology.hl7.org/CodeSystem/communication-category",
  performerFunction: "http://terminology.hl7.org/CodeSystem/medicationdispense-performer-function",
  contactRole: "http://terminology.hl7.org/CodeSystem/v2-0131",
  seriousness: "http://terminology.hl7.org/CodeSystem/adverse-event-seriousness",
  flagCategory: "http://terminology.hl7.org/CodeSystem/flag-category",
  observationCategory: "http://terminology.hl7.org/CodeSystem/observation-category",
  allergyVerification: "http://terminology.hl7.org/CodeSystem/allergyintolerance-verification",
} as const;

/** Namespace for the ids of entries that have no UUID of their own. */
const idNamespace = "5e3b6a52-8f0e-4c39-9a64-1f3f3b0c9d27";

/** The id of a part of the record that has no row of its own; always the same for the same names. */
export const stableId = (...names: readonly string[]): string => v5(names.join("\n"), idNamespace);

export const urn = (id: string): string => `urn:uuid:${id}`;

export const referenceTo = (id: string, display?: string) => ({ reference: urn(id), ...(display ? { display } : {}) });
