import * as z from "zod/mini";
import { Cursor, EmptyBody, Id, Moment, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { PatientAsked } from "./subscriptions.ts";

/**
 * How far a mail is, as our mail server says: `waiting` it hasn't taken it yet, and is asked again · `accepted` it took it for delivery; whether it arrived
 * nobody knows · `refused` it says that the address takes no mail · `not_sent` it was given up: it came too late, or couldn't be sent for three days.
 * Bounces and complaints that come later aren't seen.
 */
export const mailStatuses = ["waiting", "accepted", "refused", "not_sent"] as const;

/** A mail to a patient, or a copy to a helper, without its text. */
export const PatientMail = z.object({
  id: Id,
  /** As in `content/mails.yaml`. */
  kind: z.string(),
  /** Its subject, with dots for what is different in each. */
  subject: z.string(),
  /** With dots for most of its letters. */
  address: z.string(),
  /** Of the helper whose copy it is; null: it went to the patient. */
  copyto: z.nullable(z.string()),
  /** Whether that is still the patient's address, or the helper's. */
  current: z.boolean(),
  queuedat: Moment,
  status: z.enum(mailStatuses),
  /** Since when it's so. */
  statusat: Moment,
  /** Who of the practice had it sent; null: it was sent by itself. */
  sentby: z.nullable(z.string()),
  /** The mail it repeats; null: none. */
  repeatsid: z.nullable(Id),
  /** Why it can't be sent again; null where it can. */
  obstacle: z.nullable(z.string()),
});
export type PatientMail = z.output<typeof PatientMail>;

/** What was mailed to a patient, and a new way in for one who can't sign in. Spread into `care`. */
export const patientMailCalls = {
  patientMails: clinicCall("GET /clinic/patient/{id}/mail", {
    summary:
      "What was mailed to a patient, and copied to helpers, in the last 90 days, newest first, and whether the mail server took it; no bounce that came later is known",
    access: { needs: ["read:patients"], record: "patient" },
    params: IdParams,
    query: z.object({ nextpage: optionalText(Cursor) }),
    ok: paged(PatientMail),
  }),
  resendMail: clinicCall("POST /clinic/patient/{id}/mail/{mailid}/resend", {
    summary:
      "Send a mail again, to the address the patient has now; not where it has a link that works once, or says what may have changed since",
    access: { needs: ["write:patients"], record: "patient" },
    idempotency: true,
    params: z.object({ id: Id, mailid: Id }),
    body: EmptyBody,
    ok: z.object({ message: z.string(), mail: PatientMail }),
    errors: ["wrong_state"],
  }),
  sendRecoveryLink: clinicCall("POST /clinic/patient/{id}/recoverylink", {
    summary:
      "Mail a link to choose a new password to the address on record, for a patient who asks for it. The link is in no answer, and goes to no other address",
    access: { needs: ["write:patients"], record: "patient" },
    idempotency: true,
    params: IdParams,
    /** `callerproved` is needed. */
    body: z.strictObject({ asked: PatientAsked }),
    ok: z.object({ message: z.string() }),
    errors: ["wrong_state"],
  }),
} as const;
