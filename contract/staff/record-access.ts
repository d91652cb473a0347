import * as z from "zod/mini";
import { Id, Moment, multiLine, optionalText } from "#contract/fields/fields.ts";
import { staffCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/** Why somebody needs the record of a patient who isn't their work now. */
export const recordReasons = ["patient_called", "second_opinion", "safety_report", "colleague", "other"] as const;
export const RecordReason = z.enum(recordReasons, "Please choose a reason.");
export type RecordReason = z.output<typeof RecordReason>;

/** What opened a record: the patient waits for something the person can do, their doctor treats the patient, or a reason they gave. */
export const recordGrounds = ["work", "treating", ...recordReasons] as const;

/** For whom a copy of something in a record is made. */
export const copyRecipients = [
  "patient",
  "representative",
  "insurer",
  "court",
  "practice",
  "authority",
  "other",
] as const;
export const CopyRecipient = z.enum(copyRecipients, "Please choose who it’s for.");
export type CopyRecipient = z.output<typeof CopyRecipient>;

/** How a patient asked the practice to do something for them. */
export const requestChannels = ["phone", "message", "email", "letter", "in_person"] as const;

/** Why something of a record was read or changed, as the audit says it: what opened the record, whom a copy was made for, or how the patient asked for it or told it. */
export const auditGrounds = [
  ...recordGrounds,
  "copy_patient",
  "copy_representative",
  "copy_insurer",
  "copy_court",
  "copy_practice",
  "copy_authority",
  "copy_other",
  "asked_phone",
  "asked_message",
  "asked_email",
  "asked_letter",
  "asked_in_person",
  "told_phone",
  "told_in_person",
  "told_doctors_letter",
  // Somebody looked, and the email and address of a patient with a restriction went to a bank.
  "contact_to_bank",
  // What the practice sent, gave or wrote off.
  "mail_again",
  "payment_link",
  "payment_help",
  "payment_closing",
  "write_off",
  "write_off_taken_back",
  "credit_given",
  "credit_withdrawn",
] as const;
export type AuditGround = (typeof auditGrounds)[number];

/** A record outside of one's work; spread into `staff`. */
export const recordAccessCalls = {
  openRecord: staffCall("POST /clinic/patient/{id}/recordaccess", {
    summary:
      "Say why one needs the record of a patient who isn't one's work: it's open for an hour, and each access says so in the audit. A repeat within the hour changes nothing",
    params: IdParams,
    body: z.strictObject({ reason: RecordReason, words: optionalText(multiLine(500)) }).check(
      z.refine(({ reason, words }) => reason !== "other" || words !== undefined, {
        path: ["words"],
        error: "Please say why, in a sentence.",
      }),
    ),
    ok: z.object({ patientid: Id, until: Moment }),
  }),
} as const;
