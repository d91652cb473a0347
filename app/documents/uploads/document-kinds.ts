import type { PatientDocument } from "#contract/documents/calls.ts";

type Kind = PatientDocument["kind"];

/** The kinds of document, in the order they are listed. */
export const documentKindOptions: readonly { readonly value: Kind; readonly label: string }[] = [
  { value: "insurance_front", label: "Insurance card, front" },
  { value: "insurance_back", label: "Insurance card, back" },
  { value: "referral", label: "Referral" },
  { value: "lab_result", label: "Lab result" },
  { value: "other", label: "Something else" },
];

export const kindLabel = (kind: Kind): string =>
  documentKindOptions.find(({ value }) => value === kind)?.label ?? "Document";

/** Whether a stored file is a picture, which can be shown in place. */
export const isPicture = ({ file }: Pick<PatientDocument, "file">): boolean => file.type === "image/jpeg";
