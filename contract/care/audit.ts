import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { PageQuery } from "#contract/http/params.ts";
import { recordGrounds } from "#contract/staff/record-access.ts";
import { Id, Moment, optionalText, paged, singleLine } from "#contract/fields/fields.ts";

/** A call about a patient, granted or refused. */
const AuditItem = z.object({
  at: Moment,
  /** Who called: `staff:<id>` of a person, `key:<id>` of an API key, `patient:<id>`, `anonymous` or `system:<what>`. */
  actor: z.string(),
  /** Null for a call that named no patient. */
  patientid: z.nullable(Id),
  /** The call's name in the contract, like `care.patient`. */
  call: z.string(),
  status: z.int(),
  /** Why it was refused. */
  code: z.nullable(z.string()),
  /** Why a person could read the record: the patient was their work, their doctor treats the patient, or the reason they gave; null for all else. */
  ground: z.nullable(z.enum(recordGrounds)),
  /** The reason in their words, for whoever may read about health as well. */
  words: z.nullable(z.string()),
});
export type AuditItem = z.output<typeof AuditItem>;

/** Who read or changed what; spread into `care`. */
export const auditCalls = {
  audit: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/audit",
    summary: "The calls about a patient or by somebody, newest first; reading them is in the audit as well",
    auth: "clinic",
    scopes: ["audit"],
    query: z.extend(PageQuery, {
      /** One of the two is needed. */
      patient: optionalText(Id),
      actor: optionalText(singleLine(100)),
      since: optionalText(Moment),
      /** Not including this moment. */
      until: optionalText(Moment),
    }),
    ok: paged(AuditItem),
    errors: [],
  }),
} as const;
