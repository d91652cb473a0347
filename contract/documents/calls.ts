import * as z from "zod/mini";
import { limits } from "#contract/constants.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { StoredFile } from "#contract/fields/stored-file.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { Id, singleLine, Moment, optionalText, paged } from "#contract/fields/fields.ts";

export const DocumentKind = z.enum(
  ["insurance_front", "insurance_back", "referral", "lab_result", "other"],
  "Please choose what kind of document this is.",
);

export const PatientDocument = z.object({
  id: Id,
  kind: DocumentKind,
  title: z.string(),
  file: StoredFile,
  updatedat: Moment,
});
export type PatientDocument = z.output<typeof PatientDocument>;

const Title = singleLine(120, "Please give the document a name.");

const yearError = `Please choose a year from ${limits.hsaFirstYear} on.`;
/** The patient's id and a calendar year from the first one on; a future year returns `no_purchases`. */
/** A year left empty is the current one, as in the path without it. */
const YearParams = z.object({
  id: Id,
  year: optionalText(
    z.coerce
      .number<number | string>(yearError)
      .check(z.int(yearError), z.minimum(limits.hsaFirstYear, yearError), z.maximum(9999, yearError)),
  ),
});

export const documents = {
  available: endpoint({
    method: "GET",
    base: "default",
    path: "/documents/available",
    summary:
      "The years that receipts and NDC letters are offered for, newest first, and whether the doctor wrote a medical letter",
    auth: "patient",
    shows: ["order", "document"],
    ok: z.object({ medicalletter: z.boolean(), years: z.array(z.int()) }),
    errors: [],
  }),
  list: endpoint({
    method: "GET",
    base: "default",
    path: "/document",
    summary: "The patient's insurance documents, newest first",
    auth: "patient",
    shows: ["document"],
    query: PageQuery,
    ok: paged(PatientDocument),
    errors: [],
  }),
  upload: endpoint({
    method: "POST",
    base: "default",
    path: "/document",
    summary: "Add an insurance document",
    auth: "patient",
    idempotency: true,
    upload: true,
    body: z.strictObject({ kind: DocumentKind, title: optionalText(Title) }),
    ok: PatientDocument,
    status: 201,
    errors: [],
  }),
  replace: endpoint({
    method: "PUT",
    base: "default",
    path: "/document/{id}",
    summary: "Replace the file of a document",
    auth: "patient",
    upload: true,
    params: IdParams,
    body: z.strictObject({ kind: optionalText(DocumentKind), title: optionalText(Title) }),
    ok: PatientDocument,
    errors: [],
  }),
  file: endpoint({
    method: "GET",
    base: "default",
    path: "/document/{id}/file",
    summary: "The file of a document",
    auth: "patient",
    params: IdParams,
    ok: "application/octet-stream",
    errors: [],
  }),
  hsaReceipt: endpoint({
    method: "GET",
    base: "v2",
    path: "/hsaReceipt/{id}",
    summary: "HSA receipt for the current year, by the patient's id",
    auth: "patient",
    params: IdParams,
    ok: "application/pdf",
    errors: ["no_purchases"],
  }),
  hsaReceiptOfYear: endpoint({
    method: "GET",
    base: "v2",
    path: "/hsaReceipt/{id}/{year}",
    summary: "HSA receipt for a year, by the patient's id",
    auth: "patient",
    params: YearParams,
    ok: "application/pdf",
    errors: ["no_purchases"],
  }),
  fsaReceipt: endpoint({
    method: "GET",
    base: "v2",
    path: "/fsaReceipt/{id}",
    summary: "FSA receipt for the current year, by the patient's id",
    auth: "patient",
    params: IdParams,
    ok: "application/pdf",
    errors: ["no_purchases"],
  }),
  fsaReceiptOfYear: endpoint({
    method: "GET",
    base: "v2",
    path: "/fsaReceipt/{id}/{year}",
    summary: "FSA receipt for a year, by the patient's id",
    auth: "patient",
    params: YearParams,
    ok: "application/pdf",
    errors: ["no_purchases"],
  }),
  ndcLetter: endpoint({
    method: "GET",
    base: "v2",
    path: "/ndc/{id}",
    summary: "NDC letter for the current year, by the patient's id",
    auth: "patient",
    params: IdParams,
    ok: "application/pdf",
    errors: ["no_purchases"],
  }),
  ndcLetterOfYear: endpoint({
    method: "GET",
    base: "v2",
    path: "/ndc/{id}/{year}",
    summary: "NDC letter for a year, by the patient's id",
    auth: "patient",
    params: YearParams,
    ok: "application/pdf",
    errors: ["no_purchases"],
  }),
  medicalLetter: endpoint({
    method: "GET",
    base: "v2",
    path: "/medicalLetter/{id}",
    summary: "The medical letter the doctor issued, by the patient's id",
    auth: "patient",
    params: IdParams,
    ok: "application/pdf",
    errors: ["not_issued"],
  }),
  medicalRecords: endpoint({
    method: "GET",
    base: "v2",
    path: "/medicalRecords/{id}",
    summary: "The patient's medical record, by the patient's id",
    auth: "patient",
    params: IdParams,
    ok: "application/pdf",
    errors: [],
  }),
  medicalRecordsFhir: endpoint({
    method: "GET",
    base: "v2",
    path: "/medicalRecords/{id}/fhir",
    summary: "The same record as a FHIR R4 Bundle",
    auth: "patient",
    params: IdParams,
    ok: "application/fhir+json",
    errors: [],
  }),
} as const;
