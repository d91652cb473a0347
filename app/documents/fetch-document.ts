import { call } from "#app/api/api.ts";
import { settings } from "#app/api/settings.ts";
import { documents } from "#contract/documents.ts";
import { documentFilename, type DocumentName } from "#contract/document-filename.ts";
import { saveFile } from "./save-file.ts";

/** A document of one patient; those of a year name it. */
export type DocumentWish =
  | { readonly kind: "hsa" | "fsa" | "ndc"; readonly id: string; readonly year: number }
  | { readonly kind: "letter" | "records" | "fhir"; readonly id: string };

const ofYear = {
  hsa: documents.hsaReceiptOfYear,
  fsa: documents.fsaReceiptOfYear,
  ndc: documents.ndcLetterOfYear,
} as const;
const whole = {
  letter: documents.medicalLetter,
  records: documents.medicalRecords,
  fhir: documents.medicalRecordsFhir,
} as const;

const fetchDocument = (wish: DocumentWish): Promise<unknown> =>
  "year" in wish
    ? call(ofYear[wish.kind], { params: { id: wish.id, year: wish.year } })
    : call(whole[wish.kind], { params: { id: wish.id } });

const nameOf = (wish: DocumentWish): string => {
  const kind: DocumentName = wish.kind;
  return documentFilename(settings.brand.name, kind, "year" in wish ? wish.year : undefined);
};

/** Fetches a document and saves it on her device; the name it got. Throws `ApiError`. */
export async function downloadDocument(wish: DocumentWish): Promise<string> {
  const filename = nameOf(wish);
  saveFile((await fetchDocument(wish)) as Blob, filename);
  return filename;
}
