import type { Address, ContactPoint, Organization, Patient, PatientLink, Practitioner } from "fhir/r4";
import type { Content } from "#content/loader/load.ts";
import { isPhysician, type Prescriber } from "#server/doctors/public.ts";
import type { MedicalRecord } from "../medical-record.ts";
import { patientContacts } from "./logged.ts";
import { stableId, referenceTo, systems, urn } from "./systems.ts";

type OrganizationContent = Content["brand"]["practice"];

export const practiceId = stableId("organization", "practice");
export const pharmacyId = stableId("organization", "pharmacy");
export const practitionerId = (doctorId: string): string => stableId("practitioner", doctorId);

const fhirAddress = (source: {
  readonly address1: string;
  readonly address2?: string | null | undefined;
  readonly city: string;
  readonly state: string;
  readonly zipcode: string;
}): Address => ({
  line: [source.address1, ...(source.address2 ? [source.address2] : [])],
  city: source.city,
  state: source.state,
  postalCode: source.zipcode,
  country: "US",
});

/** The patient is referenced by id; gender is left out, since the patient was never asked. */
export function patientResource({
  subject: { patient, address: home },
  merged,
  logged,
}: Pick<MedicalRecord, "subject" | "merged" | "logged">): Patient {
  const { id, firstname, lastname, birthday, phone, email } = patient;
  const telecom: ContactPoint[] = [
    ...(phone ? [{ system: "phone" as const, value: phone }] : []),
    { system: "email" as const, value: email },
  ];
  const contact = patientContacts({ logged });
  return {
    resourceType: "Patient",
    id,
    ...(firstname || lastname
      ? {
          name: [
            {
              use: "official" as const,
              ...(lastname ? { family: lastname } : {}),
              ...(firstname ? { given: [firstname] } : {}),
            },
          ],
        }
      : {}),
    telecom,
    ...(birthday ? { birthDate: birthday } : {}),
    ...(home ? { address: [fhirAddress(home)] } : {}),
    ...deceased(patient.death),
    ...(contact.length > 0 && { contact }),
    managingOrganization: referenceTo(practiceId),
    ...linksOf(merged),
  };
}

/** Of a death that is proved: the day, where it's known. What somebody says is in the log. */
const deceased = (death: MedicalRecord["subject"]["patient"]["death"]) =>
  death?.confirmedAt ? (death.diedOn === null ? { deceasedBoolean: true } : { deceasedDateTime: death.diedOn }) : {};

/** Records of the same person, where two accounts became one. They aren't part of the bundle, so they are named by their ids. */
function linksOf({ into, from }: MedicalRecord["merged"]): Pick<Patient, "link"> {
  const link = (type: PatientLink["type"], id: string): PatientLink => ({
    type,
    other: { type: "Patient", identifier: { system: systems.uri, value: urn(id) } },
  });
  const links = [...(into === null ? [] : [link("replaced-by", into)]), ...from.map((id) => link("replaces", id))];
  return links.length > 0 ? { link: links } : {};
}

export const organizationResources = ({ brand }: Pick<Content, "brand">): Organization[] => [
  organization(practiceId, brand.practice, brand.registration.practice),
  organization(pharmacyId, brand.pharmacy, brand.registration.pharmacy),
];

const organization = (
  id: string,
  details: OrganizationContent,
  { npi, taxid }: { readonly npi: string; readonly taxid: string },
): Organization => ({
  resourceType: "Organization",
  id,
  identifier: [
    { system: systems.npi, value: npi },
    { system: systems.ein, value: taxid },
  ],
  name: details.name,
  telecom: [{ system: "phone", value: details.phone }],
  address: [fhirAddress(details)],
});

export const practitionerResource = (doctor: Prescriber): Practitioner => ({
  resourceType: "Practitioner",
  id: practitionerId(doctor.id),
  identifier: [{ system: systems.npi, value: doctor.npi }],
  name: [
    {
      ...{ use: "official", family: doctor.lastname, given: [doctor.firstname] },
      ...(isPhysician(doctor.credentials) ? { prefix: ["Dr."] } : {}),
    },
  ],
  qualification: [{ code: { text: doctor.credentials } }],
});
