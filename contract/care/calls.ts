import * as z from "zod/mini";
import { identityReasons } from "#contract/account/identity.ts";
import { DocumentKind, Title } from "#contract/documents/calls.ts";
import { Cursor, Day, Id, Moment, singleLine, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { accessReviewCalls } from "./access-review.ts";
import { auditCalls } from "./audit.ts";
import { closingCalls } from "./closing.ts";
import { contactDataCalls } from "./contact-data.ts";
import { contactCalls } from "./contact.ts";
import { conversationCalls } from "./conversations.ts";
import { copyCalls } from "./copies.ts";
import { creditCalls } from "./credits.ts";
import { dispensingCalls } from "./dispensing.ts";
import { disputeCalls } from "./disputes.ts";
import { emergencyCalls } from "./emergencies.ts";
import { careFollowupCalls } from "./followups.ts";
import { inboxCalls } from "./inbox.ts";
import { letterCalls } from "./letters.ts";
import { listCalls } from "./lists.ts";
import { logCalls } from "./log.ts";
import { mergeCalls } from "./merges.ts";
import { noteCalls } from "./notes.ts";
import { careOrderCalls } from "./orders.ts";
import { pairCalls } from "./pairs.ts";
import { pastDueCalls } from "./past-due.ts";
import { patientMailCalls } from "./patient-mails.ts";
import { Namesake, PatientPhoto, PatientRecord, PatientSummary, recordFieldNeeds } from "./patients.ts";
import { peerReviewCalls } from "./peer-review.ts";
import { prescribingCalls } from "./prescribing.ts";
import { prescriptionCalls } from "./prescriptions.ts";
import { careSubscriptionCalls } from "./subscriptions.ts";
import { careSuggestionCalls } from "./suggestions.ts";
import { taskCalls } from "./tasks.ts";
import { timelineCalls } from "./timeline.ts";
import { toldAnswerCalls } from "./told-answers.ts";
import { visitNoteCalls } from "./visit-notes.ts";
import { workItemCalls } from "./work-items.ts";
import { worklistCalls } from "./worklists.ts";

/** With `no_match`: what the patient reads where they're asked for photos again. Left out, that the photos weren't clear enough. */
const identityReason = optionalText(z.enum(identityReasons));

/** Calls of the practice's own system, with `x-api-key`; every call leaves an audit row. */
export const care = {
  patients: clinicCall("GET /patient", {
    summary: "All patients, newest first",
    access: { needs: ["read:patients"] },
    query: PageQuery,
    ok: paged(PatientSummary),
  }),
  patient: clinicCall("GET /patient/{id}", {
    summary: "One patient with everything a plan is decided on",
    access: {
      needs: ["read:patients", "read:health", "read:prescribing", "read:dispensing"],
      record: "patient",
      fieldNeeds: recordFieldNeeds,
    },
    params: IdParams,
    ok: PatientRecord,
  }),
  incoming: clinicCall("GET /patient/incoming", {
    summary: "Patients waiting to be accepted: those with an emergency first, then longest wait first",
    access: { needs: ["read:patients", "read:prescribing"] },
    query: PageQuery,
    ok: paged(PatientSummary),
  }),
  accept: clinicCall("PUT /patient/{id}/accept", {
    summary: "Accept a patient for a doctor, or for the one the router chose; accepting again changes nothing",
    access: { needs: ["write:prescribing"], record: "patient", work: "case", inDoctorsName: true },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ doctorid: optionalText(singleLine(60)) }))),
    ok: PatientSummary,
    errors: ["wrong_state", "not_available_in_state"],
  }),
  verification: clinicCall("GET /patient/verification", {
    summary: "Patients whose identity check waits for a person, longest wait first",
    access: { needs: ["read:identity"] },
    query: PageQuery,
    ok: paged(z.extend(PatientSummary, { photos: z.array(PatientPhoto) })),
  }),
  photo: clinicCall("GET /clinic/patient/{id}/photo/{photoid}", {
    summary: "A photo of the identity check",
    access: { needs: ["read:identity"], record: "patient" },
    params: z.object({ id: Id, photoid: Id }),
    ok: "application/octet-stream",
  }),
  patientDocument: clinicCall("GET /clinic/patient/{id}/document/{documentid}", {
    summary: "The file of a document the patient sent for their insurance",
    access: { needs: ["read:health"], record: "patient" },
    params: z.object({ id: Id, documentid: Id }),
    ok: "application/octet-stream",
  }),
  fileDocument: clinicCall("POST /clinic/patient/{id}/document", {
    summary:
      "File a document about a patient that came from somebody else: a fax, another doctor's letter, a result. It's among the patient's documents, and waits for somebody to look at it as what a patient sends does",
    access: { needs: ["write:health"], record: "patient" },
    idempotency: true,
    upload: true,
    params: IdParams,
    body: z.strictObject({
      kind: DocumentKind,
      title: optionalText(Title),
      /** From whom it came. */
      from: singleLine(200, "Please write who sent it."),
      /** The day it bears. */
      datedon: optionalText(Day),
    }),
    ok: z.object({ id: Id }),
    status: 201,
  }),
  withdrawDocument: clinicCall("POST /clinic/patient/{id}/document/{documentid}/withdrawn", {
    summary:
      "Take a document that is about another patient out of this one's: nobody opens it there any more. With `forpatientid` it's filed among that patient's documents",
    access: { needs: ["write:health"], record: "patient" },
    idempotency: true,
    params: z.object({ id: Id, documentid: Id }),
    body: z.strictObject({
      /** Whom it's about. */
      forpatientid: optionalText(Id),
    }),
    ok: z.object({ id: Id, withdrawnat: Moment }),
    errors: ["conflict"],
  }),
  /** What is looked for is in the body, because addresses end up in the logs of proxies. */
  searchPatients: clinicCall("POST /clinic/patient/search", {
    summary:
      "Patients by the beginnings of their names, e-mail, phone, birthday or order number, newest first; all words must match",
    access: { needs: ["read:patients"] },
    changesNothing: true,
    body: z.strictObject({
      q: singleLine(200, "Please enter whom to look for."),
      nextpage: optionalText(Cursor),
    }),
    ok: paged(PatientSummary),
  }),
  namesakes: clinicCall("GET /clinic/patient/{id}/namesake", {
    summary:
      "Up to five other patients whose name is easily mistaken for this one's: the same last name, and a first name that begins alike",
    access: { needs: ["read:patients", "read:dispensing"], record: "patient" },
    params: IdParams,
    ok: z.object({ items: z.array(Namesake) }),
  }),
  decideIdentity: clinicCall("PUT /clinic/patient/{id}/identity", {
    summary: "A person's decision on an identity check",
    access: { needs: ["write:identity"], record: "patient", work: "identity" },
    params: IdParams,
    body: z.strictObject({ outcome: z.enum(["matched", "no_match"]), reason: identityReason }),
    ok: PatientSummary,
    errors: ["wrong_state"],
  }),
  correctIdentity: clinicCall("PUT /clinic/patient/{id}/identity/correction", {
    summary:
      "Correct the outcome of an identity check, for example after a wrong click: another outcome, or `review` to look again. Until the plan is decided",
    access: { needs: ["write:identity"], record: "patient", work: "identity" },
    params: IdParams,
    body: z.strictObject({ outcome: z.enum(["matched", "no_match", "review"]), reason: identityReason }),
    ok: PatientSummary,
    errors: ["wrong_state"],
  }),
  ...pairCalls,
  ...mergeCalls,
  ...letterCalls,
  ...prescribingCalls,
  ...prescriptionCalls,
  ...worklistCalls,
  ...inboxCalls,
  ...careSubscriptionCalls,
  ...careSuggestionCalls,
  ...careFollowupCalls,
  ...conversationCalls,
  ...emergencyCalls,
  ...workItemCalls,
  ...taskCalls,
  ...logCalls,
  ...listCalls,
  ...timelineCalls,
  ...accessReviewCalls,
  ...peerReviewCalls,
  ...contactCalls,
  ...contactDataCalls,
  ...toldAnswerCalls,
  ...patientMailCalls,
  ...pastDueCalls,
  ...creditCalls,
  ...noteCalls,
  ...visitNoteCalls,
  ...careOrderCalls,
  ...dispensingCalls,
  ...disputeCalls,
  ...closingCalls,
  ...copyCalls,
  ...auditCalls,
} as const;
