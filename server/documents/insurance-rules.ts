import { plainName } from "#contract/document-filename.ts";
import type { PatientDocument } from "#contract/documents.ts";

export type Kind = PatientDocument["kind"];
export type FileType = PatientDocument["file"]["type"];

const names: Readonly<Record<Kind, string>> = {
  insurance_front: "Insurance card, front",
  insurance_back: "Insurance card, back",
  referral: "Referral",
  lab_result: "Lab result",
  other: "Document",
};

/** What a document is called: as she named it, else in the words of its kind. */
export const titleOf = (kind: Kind, given: string | null): string => given ?? names[kind];

/** Name of the kept file, made of the document's own, like `insurance-card-front.jpg`. */
export function fileNameOf(title: string, type: string): string {
  const plain = plainName(title).slice(0, 60);
  return `${plain || "document"}.${type === "application/pdf" ? "pdf" : "jpg"}`;
}
