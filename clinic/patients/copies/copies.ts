import { limits } from "#contract/constants.ts";
import { care } from "#contract/care/calls.ts";
import { copiesOfReceipts, copiesOfRecord } from "#contract/care/copies.ts";
import type { PatientRecord } from "#contract/care/patients.ts";
import { type Permission, permits } from "#contract/policy/policy.ts";
import { type CopyRecipient, copyRecipients } from "#contract/staff/record-access.ts";

type OfReceipts = (typeof copiesOfReceipts)[number];
type OfRecord = (typeof copiesOfRecord)[number];
/** What a copy can be of. */
export type CopyOf = OfReceipts | OfRecord;

export const isOfReceipts = (of: CopyOf): of is OfReceipts => copiesOfReceipts.some((each) => each === of);

const copyNames: Readonly<Record<CopyOf, string>> = {
  record: "Medical record (PDF)",
  record_data: "Medical record as data (FHIR)",
  conversations: "Conversations (PDF)",
  conversations_data: "Conversations as data (JSON)",
  hsa: "HSA receipt of a year",
  fsa: "FSA receipt of a year",
  ndc: "Letter with drug codes of a year",
};

/** Whom a copy may be for: no insurer where a restriction on the chart forbids it. */
export const recipientsFor = ({ insurer }: PatientRecord["restrictions"]): readonly CopyRecipient[] =>
  copyRecipients.filter((each) => !(insurer && each === "insurer"));

/** What somebody with these permissions can copy. */
export function offeredCopies(
  own: readonly Permission[],
): readonly { readonly value: CopyOf; readonly label: string }[] {
  return [
    ...(permits(own, care.copyRecord.access.needs) ? copiesOfRecord : []),
    ...(permits(own, care.copyReceipts.access.needs) ? copiesOfReceipts : []),
  ].map((value) => ({ value, label: copyNames[value] }));
}

/** The years receipts can be of, newest first. */
export function receiptYears(today: string): readonly number[] {
  const current = Math.max(Number(today.slice(0, 4)), limits.hsaFirstYear);
  return Array.from({ length: current - limits.hsaFirstYear + 1 }, (_, back) => current - back);
}

const fileNames: Readonly<Record<CopyOf, string>> = {
  record: "medical-records.pdf",
  record_data: "medical-records.json",
  conversations: "conversations.pdf",
  conversations_data: "conversations.json",
  hsa: "hsa-receipt.pdf",
  fsa: "fsa-receipt.pdf",
  ndc: "ndc-letter.pdf",
};

/** Nothing of whom it is about: a name of a file is seen by many. */
export const copyFileName = (of: CopyOf, year: number): string =>
  isOfReceipts(of) ? fileNames[of].replace(".pdf", `-${year}.pdf`) : fileNames[of];
