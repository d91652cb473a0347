import { limits } from "#contract/constants.ts";
import type { documents } from "#contract/documents/calls.ts";
import { documentFilename, type DocumentName } from "#contract/documents/filename.ts";
import type { RecordPart } from "#contract/documents/record-codes.ts";
import type { Binary, Output } from "#contract/http/endpoint.ts";
import { hasReportedLetter, latestLetter, type LetterPurpose } from "#server/care/public.ts";
import { mergesInto } from "#server/persons/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { RefusalOptions, Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { Services } from "#server/platform/services.ts";
import { dispensedDrugs } from "./dispensed.ts";
import { loadDocumentSubject } from "./document-subject.ts";
import { practiceYear } from "./formats.ts";
import { hasReportedDocument } from "./insurance/insurance-document-queries.ts";
import { recordBundle } from "./medical-record/fhir/bundle.ts";
import { medicalLetterPdf } from "./medical-record/medical-letter-pdf.ts";
import { medicalRecordPdf } from "./medical-record/medical-record-pdf.ts";
import { loadMedicalRecord } from "./medical-record/medical-record.ts";
import { loadPatientHistory } from "./patient-history.ts";
import { printed } from "./pdf/printed.ts";
import { ndcLetterPdf } from "./receipts/ndc-letter-pdf.ts";
import { receiptPdf } from "./receipts/receipt-pdf.ts";
import { statementOf } from "./statement.ts";

type Deps = Pick<Services, "secrets" | "content" | "clock" | "config"> & { readonly db: Database };

/** The patient's receipt for a year, the current one by default. `no_purchases` when no money moved. */
export async function createReceipt(
  services: Deps & Refuses<"no_purchases" | "unprintable">,
  kind: "hsa" | "fsa",
  patientId: string,
  requestedYear: number | undefined,
): Promise<Binary> {
  const year = requestedYear ?? currentYear(services);
  const [subject, history] = await Promise.all([
    loadDocumentSubject(services, patientId),
    loadPatientHistory(services, patientId),
  ]);
  const statement = statementOf(services.content, history, year);
  if (!statement)
    throw services.refuse(
      "no_purchases",
      atYear(requestedYear, sentence("documents.no_purchases", { year: String(year) })),
    );
  const issuedAt = services.clock.now();
  const bytes = await printed(services, () =>
    receiptPdf(services.content, { kind, year, subject, statement, issuedAt }),
  );
  return pdfFile(services, kind, bytes, year);
}

/** The letter with the drug codes of a year. `no_purchases` when no prescribed drug was sent. */
export async function createNdcLetter(
  services: Deps & Refuses<"no_purchases" | "unprintable">,
  patientId: string,
  requestedYear: number | undefined,
): Promise<Binary> {
  const year = requestedYear ?? currentYear(services);
  const [subject, history] = await Promise.all([
    loadDocumentSubject(services, patientId),
    loadPatientHistory(services, patientId),
  ]);
  const drugs = dispensedDrugs(services.content, history, year);
  if (drugs.length === 0)
    throw services.refuse(
      "no_purchases",
      atYear(requestedYear, sentence("documents.no_medicine", { year: String(year) })),
    );
  const issuedAt = services.clock.now();
  const bytes = await printed(services, () => ndcLetterPdf(services.content, { year, subject, drugs, issuedAt }));
  return pdfFile(services, "ndc", bytes, year);
}

/** The letter the doctor issued last for a purpose; `not_issued` before there is one. */
export async function createMedicalLetter(
  services: Deps & Refuses<"not_issued" | "unprintable">,
  patientId: string,
  purpose: LetterPurpose = "medical",
): Promise<Binary> {
  const [subject, letter] = await Promise.all([
    loadDocumentSubject(services, patientId),
    latestLetter(services, patientId, purpose),
  ]);
  if (!letter) throw services.refuse("not_issued");
  const bytes = await printed(services, () => medicalLetterPdf(services.content, subject, letter));
  return pdfFile(services, purpose === "medical" ? "letter" : "endofcare", bytes);
}

export async function createMedicalRecord(
  services: Deps,
  patientId: string,
  part: RecordPart = "record",
): Promise<Binary> {
  const record = await loadMedicalRecord(services, patientId);
  return pdfFile(services, "records", await medicalRecordPdf(services.content, record, part));
}

export async function createFhirRecord(
  services: Deps,
  patientId: string,
  part: RecordPart = "record",
): Promise<Binary> {
  const record = await loadMedicalRecord(services, patientId);
  const bundle = recordBundle(services.content, record, services.config.publicUrl, part);
  const bytes = Buffer.from(JSON.stringify(bundle, null, 2));
  return { bytes, type: "application/fhir+json", filename: filenameFor(services, "fhir") };
}

const currentYear = ({ content, clock }: Pick<Deps, "content" | "clock">): number =>
  practiceYear(content.brand.timezone, clock.now());

/** Names the year field when the patient chose a year. */
const atYear = (requestedYear: number | undefined, message: Sentence): RefusalOptions =>
  requestedYear === undefined ? { message } : { message, fields: [{ path: "year", message }] };

const filenameFor = ({ content }: Pick<Deps, "content">, kind: DocumentName, year?: number): string =>
  documentFilename(content.brand.name, kind, year);

const pdfFile = (services: Deps, kind: DocumentName, bytes: Uint8Array, year?: number): Binary => ({
  bytes,
  type: "application/pdf",
  filename: filenameFor(services, kind, year),
});

/** What the patient's screens offer to download: documents of these years, and a letter only once it was written. */
export async function availableDocuments(
  services: Pick<Services, "secrets" | "content" | "clock"> & { readonly db: Database },
  patientId: string,
): Promise<Output<typeof documents.available>> {
  const letter = await latestLetter(services, patientId);
  const hasLetter = async (id: string) => (await latestLetter(services, id)) !== undefined;
  const endOfCareLetterId = async (id: string) => (await latestLetter(services, id, "end_of_care"))?.id ?? null;
  const merges = await mergesInto(services.db, patientId);
  const earlier = merges.map(async ({ id, mergedAt }) => ({
    ...{ id, mergedat: mergedAt.toISOString(), medicalletter: await hasLetter(id) },
    endofcareletterid: await endOfCareLetterId(id),
  }));
  return {
    medicalletter: letter !== undefined,
    letterid: letter?.id ?? null,
    endofcareletterid: await endOfCareLetterId(patientId),
    letterreported: await hasReportedLetter(services.db, patientId),
    documentreported: await hasReportedDocument(services.db, patientId),
    years: receiptYears(services.content.brand.timezone, services.clock.now()),
    earlier: await Promise.all(earlier),
  };
}

/** The years a receipt can be requested for, newest first: from 2021 to the practice's current one (spec §9). */
export function receiptYears(timezone: string, now: Date): number[] {
  const current = Math.max(practiceYear(timezone, now), limits.hsaFirstYear);
  return Array.from({ length: current - limits.hsaFirstYear + 1 }, (_, index) => current - index);
}
