import { call } from "#app/api/call.ts";
import { settings } from "#app/settings.ts";
import { documents } from "#contract/documents/calls.ts";
import { documentFilename, type DocumentName } from "#contract/documents/filename.ts";
import { saveFile, type SavedFile } from "#app/browser/save-file.ts";

/** A document of one patient; yearly ones carry the year. */
export type DocumentRequest =
  | { readonly kind: "hsa" | "fsa" | "ndc"; readonly id: string; readonly year: number }
  | { readonly kind: "letter" | "endofcare" | "records" | "fhir"; readonly id: string };

const yearlyEndpoints = {
  hsa: documents.hsaReceiptOfYear,
  fsa: documents.fsaReceiptOfYear,
  ndc: documents.ndcLetterOfYear,
} as const;
const endpoints = {
  letter: documents.medicalLetter,
  endofcare: documents.medicalLetter,
  records: documents.medicalRecords,
  fhir: documents.medicalRecordsFhir,
} as const;

const fetchDocument = (request: DocumentRequest): Promise<unknown> =>
  "year" in request
    ? call(yearlyEndpoints[request.kind], { params: { id: request.id, year: request.year } })
    : call(endpoints[request.kind], { params: { id: request.id } });

const filenameOf = (request: DocumentRequest): string => {
  const kind: DocumentName = request.kind;
  return documentFilename(settings.brand.name, kind, "year" in request ? request.year : undefined);
};

/** Fetches a document and has the browser save it. Throws `ApiError`. */
export const downloadDocument = async (request: DocumentRequest): Promise<SavedFile> =>
  saveFile((await fetchDocument(request)) as Blob, filenameOf(request));
