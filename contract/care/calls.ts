import * as z from "zod/mini";
import { identityReasons } from "#contract/account/identity.ts";
import { auditCalls } from "./audit.ts";
import { copyCalls } from "./copies.ts";
import { closingCalls } from "./closing.ts";
import { emergencyCalls } from "./emergencies.ts";
import { contactCalls } from "./contact.ts";
import { contactDataCalls } from "./contact-data.ts";
import { conversationCalls } from "./conversations.ts";
import { dispensingCalls } from "./dispensing.ts";
import { disputeCalls } from "./disputes.ts";
import { careOrderCalls } from "./orders.ts";
import { letterCalls } from "./letters.ts";
import { noteCalls } from "./notes.ts";
import { prescribingCalls } from "./prescribing.ts";
import { careSubscriptionCalls } from "./subscriptions.ts";
import { workItemCalls } from "./work-items.ts";
import { worklistCalls } from "./worklists.ts";
import { prescriptionCalls } from "./prescriptions.ts";
import { careFollowupCalls } from "./followups.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { PatientPhoto, PatientRecord, PatientSummary, recordFieldScopes } from "./patients.ts";
import { Cursor, Id, singleLine, optionalText, paged } from "#contract/fields/fields.ts";

/** With `no_match`: what the patient reads where they're asked for photos again. Left out, that the photos weren't clear enough. */
const identityReason = optionalText(z.enum(identityReasons));

/** Calls of the practice's own system, with `x-api-key`; every call leaves an audit row. */
export const care = {
  patients: endpoint({
    method: "GET",
    base: "default",
    path: "/patient",
    summary: "All patients, newest first",
    auth: "clinic",
    scopes: ["patients"],
    query: PageQuery,
    ok: paged(PatientSummary),
    errors: [],
  }),
  patient: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/{id}",
    summary: "One patient with everything a plan is decided on",
    auth: "clinic",
    scopes: ["patients", "clinical", "rx", "dispense"],
    record: "patient",
    fieldScopes: recordFieldScopes,
    params: IdParams,
    ok: PatientRecord,
    errors: [],
  }),
  incoming: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/incoming",
    summary: "Patients waiting to be accepted: those with an emergency first, then longest wait first",
    auth: "clinic",
    scopes: ["patients", "clinical", "rx"],
    query: PageQuery,
    ok: paged(PatientSummary),
    errors: [],
  }),
  accept: endpoint({
    method: "PUT",
    base: "default",
    path: "/patient/{id}/accept",
    summary: "Accept a patient for a doctor, or for the one the router chose; accepting again changes nothing",
    auth: "clinic",
    scopes: ["rx"],
    record: "patient",
    work: "case",
    inDoctorsName: true,
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ doctorid: optionalText(singleLine(60)) }))),
    ok: PatientSummary,
    errors: ["wrong_state", "not_available_in_state"],
  }),
  verification: endpoint({
    method: "GET",
    base: "default",
    path: "/patient/verification",
    summary: "Patients whose identity check waits for a person, longest wait first",
    auth: "clinic",
    scopes: ["identity"],
    query: PageQuery,
    ok: paged(z.extend(PatientSummary, { photos: z.array(PatientPhoto) })),
    errors: [],
  }),
  photo: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/patient/{id}/photo/{photoid}",
    summary: "A photo of the identity check",
    auth: "clinic",
    scopes: ["identity"],
    record: "patient",
    params: z.object({ id: Id, photoid: Id }),
    ok: "application/octet-stream",
    errors: [],
  }),
  patientDocument: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/patient/{id}/document/{documentid}",
    summary: "The file of a document the patient sent for their insurance",
    auth: "clinic",
    scopes: ["clinical"],
    record: "patient",
    params: z.object({ id: Id, documentid: Id }),
    ok: "application/octet-stream",
    errors: [],
  }),
  /** What is looked for is in the body, because addresses end up in the logs of proxies. */
  searchPatients: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/patient/search",
    summary:
      "Patients by the beginnings of their names, e-mail, phone, birthday or order number, newest first; all words must match",
    auth: "clinic",
    scopes: ["patients"],
    changesNothing: true,
    body: z.strictObject({
      q: singleLine(200, "Please enter whom to look for."),
      nextpage: optionalText(Cursor),
    }),
    ok: paged(PatientSummary),
    errors: [],
  }),
  decideIdentity: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/patient/{id}/identity",
    summary: "A person's decision on an identity check",
    auth: "clinic",
    scopes: ["identity"],
    record: "patient",
    work: "identity",
    params: IdParams,
    body: z.strictObject({ outcome: z.enum(["matched", "no_match"]), reason: identityReason }),
    ok: PatientSummary,
    errors: ["wrong_state"],
  }),
  correctIdentity: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/patient/{id}/identity/correction",
    summary:
      "Correct the outcome of an identity check, for example after a wrong click: another outcome, or `review` to look again. Until the plan is decided",
    auth: "clinic",
    scopes: ["identity"],
    record: "patient",
    work: "identity",
    params: IdParams,
    body: z.strictObject({ outcome: z.enum(["matched", "no_match", "review"]), reason: identityReason }),
    ok: PatientSummary,
    errors: ["wrong_state"],
  }),
  ...letterCalls,
  ...prescribingCalls,
  ...prescriptionCalls,
  ...worklistCalls,
  ...careSubscriptionCalls,
  ...careFollowupCalls,
  ...conversationCalls,
  ...emergencyCalls,
  ...workItemCalls,
  ...contactCalls,
  ...contactDataCalls,
  ...noteCalls,
  ...careOrderCalls,
  ...dispensingCalls,
  ...disputeCalls,
  ...closingCalls,
  ...copyCalls,
  ...auditCalls,
} as const;
