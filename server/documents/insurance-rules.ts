import { plainName } from "#contract/documents/filename.ts";
import type { PatientDocument } from "#contract/documents/calls.ts";

export type DocumentKind = PatientDocument["kind"];
export type FileType = PatientDocument["file"]["type"];

const kindNames: Readonly<Record<DocumentKind, string>> = {
  insurance_front: "Insurance card, front",
  insurance_back: "Insurance card, back",
  referral: "Referral",
  lab_result: "Lab result",
  other: "Document",
};

/** The title of a document: the one the patient gave, else the name of its kind. */
export const titleOf = (kind: DocumentKind, title: string | null): string => title ?? kindNames[kind];

/** Name of the stored file, made from the document's title, like `insurance-card-front.jpg`. */
export function fileNameOf(title: string, type: string): string {
  const slug = plainName(title).slice(0, 60);
  return `${slug || "document"}.${type === "application/pdf" ? "pdf" : "jpg"}`;
}
