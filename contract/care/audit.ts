import * as z from "zod/mini";
import { Cursor, Id, Moment, optionalText, paged, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { PageQuery } from "#contract/http/params.ts";
import { auditGrounds } from "#contract/staff/record-access.ts";

/**
 * Parts of the audit: `opened` a record, or a part of one · `changed` something · `outside` the person's own work, for a reason they gave · `copied`, for
 * somebody · `refused`.
 * What is left is lists and searches.
 */
export const auditKinds = ["opened", "changed", "outside", "copied", "refused"] as const;
export type AuditKind = (typeof auditKinds)[number];

/** A call about a patient, granted or refused. */
const AuditItem = z.object({
  at: Moment,
  /** Who called: `staff:<id>` of a person, `key:<id>` of an API key, `patient:<id>`, `anonymous` or `system:<what>`. */
  actor: z.string(),
  /** What a person or a key is called; null for all others. */
  actorname: z.nullable(z.string()),
  /** Null for a call that named no patient. */
  patientid: z.nullable(Id),
  /** Null where nothing is known of them: no name was given, or they were erased. */
  patientname: z.nullable(z.string()),
  /** The call's name in the contract, like `care.patient`. */
  call: z.string(),
  status: z.int(),
  /** Why it was refused. */
  code: z.nullable(z.string()),
  /** Why a person could read the record: the patient was their work, their doctor treats the patient, or the reason they gave; of a copy, whom it is for; null for all else. */
  ground: z.nullable(z.enum(auditGrounds)),
  /** The reason in their words, for whoever may read about health as well. */
  words: z.nullable(z.string()),
});
export type AuditItem = z.output<typeof AuditItem>;

/** Whom the audit can be read of, with what tells two of one name apart. */
const AuditPatient = z.object({
  id: Id,
  firstname: z.nullable(z.string()),
  lastname: z.nullable(z.string()),
  birthday: z.nullable(z.string()),
});
export type AuditPatient = z.output<typeof AuditPatient>;

/** By whom the audit can be read; `left`: a person who was disabled, or a key that has ended. */
const AuditActor = z.object({
  actor: z.string(),
  kind: z.enum(["person", "key"]),
  name: z.string(),
  left: z.boolean(),
});
export type AuditActor = z.output<typeof AuditActor>;

/** Who read or changed what; spread into `care`. */
export const auditCalls = {
  audit: clinicCall("GET /clinic/audit", {
    summary: "The calls about a patient or by somebody, newest first; reading them is in the audit as well",
    access: { needs: ["read:audit"] },
    query: z.extend(PageQuery, {
      /** One of the two is needed. */
      patient: optionalText(Id),
      actor: optionalText(singleLine(100)),
      what: optionalText(z.enum(auditKinds)),
      since: optionalText(Moment),
      /** Not including this moment. */
      until: optionalText(Moment),
    }),
    ok: paged(AuditItem),
  }),
  /** What is looked for is in the body, because addresses end up in the logs of proxies. */
  findAuditPatients: clinicCall("POST /clinic/audit/patient", {
    summary: "Patients by the beginnings of their names, e-mail, phone, birthday or order number, to read their audit",
    access: { needs: ["read:audit"] },
    changesNothing: true,
    body: z.strictObject({
      q: singleLine(200, "Please enter whom to look for."),
      nextpage: optionalText(Cursor),
    }),
    ok: paged(AuditPatient),
  }),
  auditActors: clinicCall("GET /clinic/audit/actor", {
    summary: "The people and API keys of the practice, by name, to read what they called; also those who left",
    access: { needs: ["read:audit"] },
    ok: z.object({ items: z.array(AuditActor) }),
  }),
} as const;
