import * as z from "zod/mini";
import { limits } from "#contract/constants.ts";
import { Day, Id, singleLine, Moment, optionalText, paged } from "#contract/fields/fields.ts";
import { StoredFile } from "#contract/fields/stored-file.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { recordCodeCalls } from "./record-codes.ts";
import { VisitNote } from "./visit-note.ts";

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
  /** Filed by the practice: from whom it came, and the day it bears. Null: the patient sent it, and can replace its file. */
  filed: z.nullable(z.object({ from: z.string(), datedon: z.nullable(Day) })),
  /** Somebody of the practice has looked at it: who, with credentials (null: a system), when, and what they say of it. Null: nobody has. */
  review: z.nullable(z.object({ by: z.nullable(z.string()), at: Moment, text: z.nullable(z.string()) })),
});
export type PatientDocument = z.output<typeof PatientDocument>;

export const Title = singleLine(120, "Please give the document a name.");

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
  available: patientCall("GET /documents/available", {
    summary:
      "The years that receipts and NDC letters are offered for, newest first, and whether the doctor wrote a medical letter; the same of each account that became one with this one, whose documents are had by its id",
    shows: ["order", "document", "treatment"],
    ok: z.object({
      medicalletter: z.boolean(),
      /** The letter that can be downloaded. */
      letterid: z.nullable(Id),
      /** The letter that ends the patient's care, downloaded by this id. Null: none was issued, or it was taken back. */
      endofcareletterid: z.nullable(Id),
      /** The patient says that a letter isn't theirs, and the practice looks into it. */
      letterreported: z.boolean(),
      /** The same of a document that the practice filed, which isn't in the list meanwhile. */
      documentreported: z.boolean(),
      years: z.array(z.int()),
      /** Oldest merge first. */
      earlier: z.array(
        z.object({ id: Id, mergedat: Moment, medicalletter: z.boolean(), endofcareletterid: z.nullable(Id) }),
      ),
    }),
  }),
  list: patientCall("GET /document", {
    summary: "The patient's insurance documents, newest first; one that they say isn't theirs is left out",
    // What somebody found of one is a work item's.
    shows: ["document", "treatment"],
    query: PageQuery,
    ok: paged(PatientDocument),
  }),
  upload: patientCall("POST /document", {
    summary: "Add an insurance document",
    idempotency: true,
    upload: true,
    body: z.strictObject({ kind: DocumentKind, title: optionalText(Title) }),
    ok: PatientDocument,
    status: 201,
  }),
  replace: patientCall("PUT /document/{id}", {
    summary: "Replace the file of a document that the patient sent; `wrong_state` for one that the practice filed",
    upload: true,
    params: IdParams,
    body: z.strictObject({ kind: optionalText(DocumentKind), title: optionalText(Title) }),
    ok: PatientDocument,
    errors: ["wrong_state"],
  }),
  file: patientCall("GET /document/{id}/file", {
    summary: "The file of a document",
    params: IdParams,
    ok: "application/octet-stream",
  }),
  reportDocument: patientCall("PUT /document/{id}/notmine", {
    summary:
      "Say that a document which the practice filed isn't the patient's. It's out of the list from then on, and the practice looks into it; a repeat changes nothing. `wrong_state` for one that the patient sent",
    params: IdParams,
    ok: z.object({ id: Id, misfiled: z.enum(["reported"]) }),
    errors: ["wrong_state"],
  }),
  visitNotes: patientCall("GET /visitnote", {
    summary:
      "The signed notes that decisions left in the patient's record, also of accounts that became one with theirs, newest first",
    shows: ["document"],
    query: PageQuery,
    ok: paged(VisitNote),
  }),
  hsaReceipt: patientCall("GET /hsaReceipt/{id}", {
    base: "v2",
    summary: "HSA receipt for the current year, by the patient's id",
    params: IdParams,
    ok: "application/pdf",
    errors: ["no_purchases", "unprintable"],
  }),
  hsaReceiptOfYear: patientCall("GET /hsaReceipt/{id}/{year}", {
    base: "v2",
    summary: "HSA receipt for a year, by the patient's id",
    params: YearParams,
    ok: "application/pdf",
    errors: ["no_purchases", "unprintable"],
  }),
  fsaReceipt: patientCall("GET /fsaReceipt/{id}", {
    base: "v2",
    summary: "FSA receipt for the current year, by the patient's id",
    params: IdParams,
    ok: "application/pdf",
    errors: ["no_purchases", "unprintable"],
  }),
  fsaReceiptOfYear: patientCall("GET /fsaReceipt/{id}/{year}", {
    base: "v2",
    summary: "FSA receipt for a year, by the patient's id",
    params: YearParams,
    ok: "application/pdf",
    errors: ["no_purchases", "unprintable"],
  }),
  ndcLetter: patientCall("GET /ndc/{id}", {
    base: "v2",
    summary: "NDC letter for the current year, by the patient's id",
    params: IdParams,
    ok: "application/pdf",
    errors: ["no_purchases", "unprintable"],
  }),
  ndcLetterOfYear: patientCall("GET /ndc/{id}/{year}", {
    base: "v2",
    summary: "NDC letter for a year, by the patient's id",
    params: YearParams,
    ok: "application/pdf",
    errors: ["no_purchases", "unprintable"],
  }),
  medicalLetter: patientCall("GET /medicalLetter/{id}", {
    base: "v2",
    summary: "The medical letter the doctor issued, by the patient's id; the one that ends their care by its own id",
    params: IdParams,
    ok: "application/pdf",
    errors: ["not_issued", "unprintable"],
  }),
  reportLetter: patientCall("PUT /medicalletter/{id}/notmine", {
    summary:
      "Say that a medical letter isn't the patient's. It can't be downloaded from then on, and the practice looks into it; a repeat changes nothing",
    params: IdParams,
    ok: z.object({ id: Id, misfiled: z.enum(["reported", "withdrawn"]) }),
  }),
  medicalRecords: patientCall("GET /medicalRecords/{id}", {
    base: "v2",
    summary: "The patient's medical record, by the patient's id",
    params: IdParams,
    ok: "application/pdf",
  }),
  medicalRecordsFhir: patientCall("GET /medicalRecords/{id}/fhir", {
    base: "v2",
    summary: "The same record as a FHIR R4 Bundle",
    params: IdParams,
    ok: "application/fhir+json",
  }),
  ...recordCodeCalls,
} as const;
