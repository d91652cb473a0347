import * as z from "zod/mini";
import { Day, Id, singleLine, Moment, optionalText, paged } from "#contract/fields/fields.ts";
import { FollowupRating } from "#contract/followup.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { AnswerValue } from "#contract/onboarding/questions.ts";
import { DecisionFields, followupon, revision } from "./decision-fields.ts";
import { PatientSummary, SymptomChange } from "./patients.ts";
import { visitnote } from "./visit-notes.ts";

/** A follow-up as the doctor reads it. */
export const FollowupResult = z.object({
  id: Id,
  patient: PatientSummary,
  sentat: Moment,
  /** Null: the patient has not finished it, but reported an emergency in it. */
  completedat: z.nullable(Moment),
  contentversion: z.string(),
  answers: z.array(
    z.object({
      questionid: z.string(),
      /** As worded when asked, whatever the content says today. */
      question: z.string(),
      value: AnswerValue,
      answer: z.string(),
      at: Moment,
      /** The patient went back and took another branch, on which it is not asked. */
      withdrawn: z.boolean(),
    }),
  ),
  symptoms: z.array(SymptomChange),
  rating: z.nullable(FollowupRating),
  /** Findings in the answers that a doctor must not miss. */
  flags: z.array(z.object({ id: z.string(), level: z.enum(["emergency", "clinician", "info"]), text: z.string() })),
  /** When a doctor read it. */
  closedat: z.nullable(Moment),
  /** Stands for what the patient has answered. Sent back on closing it, it's refused if there is more by then. */
  revision: z.string(),
});
export type FollowupResult = z.output<typeof FollowupResult>;

/** The day a prescriber wants to hear from a patient again. */
export const FollowupDay = z.object({
  /** Null: none is set. */
  followupon: z.nullable(Day),
  /** Who wants to; null where none is set. */
  doctorname: z.nullable(z.string()),
  /** Since when the patient has been asked for it and hasn't answered; null: they are not asked yet. */
  askedat: z.nullable(Moment),
});

/** Follow-ups as the practice sends and reads them; spread into `care`. */
export const careFollowupCalls = {
  sendFollowup: clinicCall("POST /clinic/patient/{id}/followup", {
    summary: "Send a treatment review; an open one is returned",
    access: { needs: ["write:health"], record: "patient" },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ code: optionalText(singleLine(40)) }))),
    ok: z.object({ followupid: Id, followupstatus: z.enum(["SENT", "CLAIMED"]), code: z.nullable(z.string()) }),
    status: 201,
    errors: ["wrong_state", "coupon_not_found"],
  }),
  followupDay: clinicCall("GET /clinic/patient/{id}/followup/day", {
    summary: "The day on which a prescriber wants to hear from the patient again",
    access: { needs: ["read:health"], record: "patient" },
    params: IdParams,
    ok: FollowupDay,
  }),
  setFollowupDay: clinicCall("PUT /clinic/patient/{id}/followup/day", {
    summary:
      "Set the day on which the patient is sent the next treatment review, in place of an earlier one or of the practice's interval; null takes it back",
    access: { needs: ["write:prescribing"], record: "patient", inDoctorsName: true },
    params: IdParams,
    body: z.strictObject({
      followupon: z.nullable(Day),
      doctorid: DecisionFields.doctorid,
    }),
    ok: FollowupDay,
    errors: ["wrong_state"],
  }),
  followupCodes: clinicCall("GET /clinic/followup/code", {
    summary: "The follow-up codes of this deployment, by what they give",
    access: { needs: ["read:health"] },
    ok: z.object({ items: z.array(z.object({ code: z.string(), percent: z.int() })) }),
  }),
  followups: clinicCall("GET /clinic/followup", {
    summary:
      "Treatment reviews no doctor has read yet, completed or reporting an emergency: patients with an emergency first, then longest wait first",
    access: { needs: ["read:health"] },
    query: PageQuery,
    ok: paged(FollowupResult),
  }),
  followupResult: clinicCall("GET /clinic/followup/{id}", {
    summary: "What a patient answered in a treatment review",
    access: { needs: ["read:health"], record: "followup" },
    params: IdParams,
    ok: FollowupResult,
    errors: ["wrong_state"],
  }),
  closeFollowup: clinicCall("POST /clinic/followup/{id}/close", {
    summary: "Record that a doctor has read it; the note is sent to the patient as a message",
    access: { needs: ["write:health"], record: "followup", work: "followup", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ ...DecisionFields, visitnote, followupon, revision }))),
    ok: FollowupResult,
    errors: ["wrong_state", "conflict"],
  }),
} as const;
