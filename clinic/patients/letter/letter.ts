import { formatCalendarDay } from "#app/formats/dates.ts";
import { patientName } from "#clinic/ui/words/patient-name.ts";
import type { PatientRecord } from "#contract/care/patients.ts";

type Letter = NonNullable<PatientRecord["letters"]>[number];

/** A letter is written about somebody whom a doctor has accepted. The server has the last word. */
export const mayHaveLetter = ({ carestatus }: Pick<PatientRecord, "carestatus">): boolean => carestatus === "accepted";

/** The text as the document sets it: a blank line begins a paragraph. */
export const letterParagraphs = (text: string): readonly string[] =>
  text.split(/\n\s*\n/).flatMap((block) => (block.trim() === "" ? [] : [block.trim()]));

/** What issuing it does to the letter before; null where there is none. */
export function replacedText(
  letters: readonly Letter[],
  text: string,
  dayOf: (moment: string) => string,
): string | null {
  const [latest] = letters;
  if (!latest) return null;
  return letterParagraphs(latest.text).join("\n\n") === letterParagraphs(text).join("\n\n")
    ? `The same letter was issued on ${dayOf(latest.issuedat)}. You don’t need to issue it again.`
    : `It replaces the letter of ${dayOf(latest.issuedat)}, which the patient can’t download any more.`;
}

type Address = Pick<NonNullable<PatientRecord["shippingaddress"]>, "address1" | "city" | "state" | "zipcode"> & {
  readonly address2?: string | null | undefined;
};
const addressLines = ({ address1, address2, city, state, zipcode }: Address): readonly string[] => [
  address1,
  ...(address2 ? [address2] : []),
  `${city}, ${state} ${zipcode}`,
];

/** Whom the letter is about, on the letterhead. */
export const patientLines = (patient: PatientRecord): readonly string[] => [
  patientName(patient),
  ...(patient.birthday ? [`Date of birth: ${formatCalendarDay(patient.birthday)}`] : []),
  ...(patient.shippingaddress ? addressLines(patient.shippingaddress) : []),
  ...(patient.phoneno ? [patient.phoneno] : []),
];

/** Who issues it. */
export const practiceLines = ({
  name,
  phone,
  ...address
}: Address & { readonly name: string; readonly phone: string }): readonly string[] => [
  name,
  ...addressLines(address),
  phone,
];
