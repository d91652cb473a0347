import { documentFilename, type DocumentName } from "#contract/document-filename.ts";
import type { Binary } from "#contract/endpoint.ts";
import { latestLetter } from "#server/care/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { dispensedIn } from "./dispensed.ts";
import { recordBundle } from "./fhir/bundle.ts";
import { subjectOf } from "./head.ts";
import { historyOf } from "./history.ts";
import { letterPaper } from "./letter-paper.ts";
import { ndcPaper } from "./ndc-paper.ts";
import { receiptPaper } from "./receipt-paper.ts";
import { recordPaper } from "./record-paper.ts";
import { recordOf } from "./record.ts";
import { statementOf } from "./statement.ts";
import { yearOf } from "./words.ts";

type Parts = Pick<Services, "secrets" | "content" | "clock" | "config"> & { readonly db: Database };

/** Her receipt of a year, of the current one when none is named. `no_purchases` where no money moved. */
export async function receiptOf(
  parts: Parts,
  kind: "hsa" | "fsa",
  patientId: string,
  wanted: number | undefined,
): Promise<Binary> {
  const year = wanted ?? currentYear(parts);
  const [subject, history] = await Promise.all([subjectOf(parts, patientId), historyOf(parts, patientId)]);
  const statement = statementOf(parts.content, history, year);
  if (!statement) throw nothingIn(wanted, `You paid for nothing in ${year}. Please choose another year.`);
  const bytes = await receiptPaper(parts.content, { kind, year, subject, statement, issuedAt: parts.clock.now() });
  return pdf(parts, kind, bytes, year);
}

/** The letter with the drug codes of a year. `no_purchases` where no prescribed drug was sent. */
export async function ndcLetterOf(parts: Parts, patientId: string, wanted: number | undefined): Promise<Binary> {
  const year = wanted ?? currentYear(parts);
  const [subject, history] = await Promise.all([subjectOf(parts, patientId), historyOf(parts, patientId)]);
  const drugs = dispensedIn(parts.content, history, year);
  if (drugs.length === 0)
    throw nothingIn(wanted, `No medicine was sent to you in ${year}. Please choose another year.`);
  const bytes = await ndcPaper(parts.content, { year, subject, drugs, issuedAt: parts.clock.now() });
  return pdf(parts, "ndc", bytes, year);
}

/** The letter her doctor issued last; `not_issued` before there is one. */
export async function medicalLetterOf(parts: Parts, patientId: string): Promise<Binary> {
  const [subject, letter] = await Promise.all([subjectOf(parts, patientId), latestLetter(parts, patientId)]);
  if (!letter) throw new Refusal("not_issued");
  return pdf(parts, "letter", await letterPaper(parts.content, subject, letter));
}

export async function medicalRecordsOf(parts: Parts, patientId: string): Promise<Binary> {
  return pdf(parts, "records", await recordPaper(parts.content, await recordOf(parts, patientId)));
}

export async function fhirRecordOf(parts: Parts, patientId: string): Promise<Binary> {
  const bundle = recordBundle(parts.content, await recordOf(parts, patientId), parts.config.publicUrl);
  const bytes = Buffer.from(JSON.stringify(bundle, null, 2));
  return { bytes, type: "application/fhir+json", filename: nameOf(parts, "fhir") };
}

const currentYear = ({ content, clock }: Pick<Parts, "content" | "clock">): number =>
  yearOf(content.brand.timezone, clock.now());

/** Said at the year where she chose one. */
const nothingIn = (wanted: number | undefined, message: string): Refusal =>
  new Refusal("no_purchases", wanted === undefined ? { message } : { message, fields: [{ path: "year", message }] });

const nameOf = ({ content }: Pick<Parts, "content">, kind: DocumentName, year?: number): string =>
  documentFilename(content.brand.name, kind, year);

const pdf = (parts: Parts, kind: DocumentName, bytes: Uint8Array, year?: number): Binary => ({
  bytes,
  type: "application/pdf",
  filename: nameOf(parts, kind, year),
});
