import type { Content } from "#content/loader/load.ts";
import { formatShortDay } from "#contract/fields/formats.ts";
import { defaultShippingAddress } from "#server/addresses/public.ts";
import { type Patient, patientById } from "#server/auth/public.ts";
import type { Services } from "#server/platform/services.ts";
import { addressLines, personName, phoneText } from "./formats.ts";

type Address = NonNullable<Awaited<ReturnType<typeof defaultShippingAddress>>>;

export interface Party {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Whom a document is about. */
export interface DocumentSubject {
  readonly patient: Patient;
  readonly address: Address | null;
}

export async function loadDocumentSubject(
  services: Pick<Services, "db" | "secrets">,
  patientId: string,
): Promise<DocumentSubject> {
  const [patient, address] = await Promise.all([
    patientById(services, patientId),
    defaultShippingAddress(services, patientId),
  ]);
  return { patient, address };
}

/** The patient's name, or the e-mail while there is no name. */
export const subjectName = ({ patient }: Pick<DocumentSubject, "patient">): string =>
  personName(patient) || patient.email;

export function patientParty({ patient, address }: DocumentSubject): Party {
  return {
    title: "Patient",
    lines: [
      subjectName({ patient }),
      ...(patient.birthday ? [`Date of birth: ${formatShortDay(patient.birthday)}`] : []),
      ...deathLines(patient),
      ...(address ? addressLines(address) : []),
      ...(patient.phone ? [phoneText(patient.phone)] : []),
    ],
  };
}

const deathLines = ({ death }: Pick<Patient, "death">): string[] =>
  death?.confirmedAt ? [death.diedOn === null ? "Deceased" : `Deceased: ${formatShortDay(death.diedOn)}`] : [];

export function practiceParty({ brand }: Pick<Content, "brand">, title = "Practice"): Party {
  return organizationParty(title, brand.practice, brand.registration.practice);
}

export function pharmacyParty({ brand }: Pick<Content, "brand">): Party {
  return organizationParty("Pharmacy", brand.pharmacy, brand.registration.pharmacy);
}

const organizationParty = (
  title: string,
  { name, phone, ...address }: Content["brand"]["practice"],
  { npi, taxid }: { readonly npi: string; readonly taxid: string },
): Party => ({
  title,
  lines: [name, ...addressLines(address), phone, `NPI ${npi}`, `Tax ID ${taxid}`],
});
