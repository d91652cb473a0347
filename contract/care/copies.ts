import * as z from "zod/mini";
import { limits } from "#contract/constants.ts";
import { multiLine, optionalText } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { CopyRecipient } from "#contract/staff/record-access.ts";

/** Of what a copy is made: the record or the conversations, each to read (PDF) or as data (FHIR, JSON). */
export const copiesOfRecord = ["record", "record_data", "conversations", "conversations_data"] as const;
/** Receipts of a year, and the letter with the codes of its medicines. */
export const copiesOfReceipts = ["hsa", "fsa", "ndc"] as const;

/** Whom it is for, and why in words, which the audit keeps. */
const purpose = {
  recipient: CopyRecipient,
  words: multiLine(500, "Please say who asked for it and why, in a sentence."),
  /** Whoever makes it looked at what isn't to be disclosed, where anything on the chart says so. */
  restrictionsread: optionalText(z.literal(true)),
};

/** Copies for an insurer, a court, the patient: each says whom it is for, and the audit does; spread into `care`. */
export const copyCalls = {
  copyRecord: clinicCall("POST /clinic/patient/{id}/copy", {
    summary: "A copy of a patient's record or conversations, as PDF or as data, for somebody who may have it",
    access: { needs: ["read:health"], freshProof: true, record: "patient" },
    changesNothing: true,
    params: IdParams,
    body: z.strictObject({ of: z.enum(copiesOfRecord, "Please choose what to copy."), ...purpose }),
    ok: "application/octet-stream",
  }),
  copyReceipts: clinicCall("POST /clinic/patient/{id}/receiptcopy", {
    summary:
      "A patient's receipt of a year, or the letter with the codes of its medicines, for somebody who may have it",
    access: { needs: ["read:health", "read:subscriptions"], freshProof: true, record: "patient" },
    changesNothing: true,
    params: IdParams,
    body: z.strictObject({
      of: z.enum(copiesOfReceipts, "Please choose what to copy."),
      year: z.int().check(z.minimum(limits.hsaFirstYear), z.maximum(9999)),
      ...purpose,
    }),
    ok: "application/octet-stream",
    errors: ["no_purchases", "unprintable"],
  }),
} as const;
