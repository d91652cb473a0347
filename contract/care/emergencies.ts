import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { PatientSummary } from "./patients.ts";
import { Id, Moment, paged } from "#contract/fields/fields.ts";

/** A patient described an emergency, and was shown 911 or 988. */
export const ClinicEmergency = z.object({
  id: Id,
  /** Null: the sender of the contact form was not signed in. */
  patient: z.nullable(PatientSummary),
  source: z.enum(["message", "followup", "health", "contact", "cancellation"]),
  conversationid: z.nullable(Id),
  followupid: z.nullable(Id),
  /** What the patient was shown. */
  title: z.string(),
  /** What the patient wrote or chose. */
  words: z.string(),
  /** The sender of the contact form. */
  contact: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string(), reference: z.string() })),
  reportedat: Moment,
  /** When somebody of the practice took care of it. */
  acknowledgedat: z.nullable(Moment),
});
export type ClinicEmergency = z.output<typeof ClinicEmergency>;

/** Emergencies described in text, as the practice works through them; spread into `care`. */
export const emergencyCalls = {
  emergencies: endpoint({
    method: "GET",
    base: "default",
    path: "/clinic/emergency",
    summary:
      "Emergencies that nobody has acknowledged, from messages, treatment reviews, health answers, the contact form and reasons for a cancellation, oldest first",
    auth: "clinic",
    scopes: ["clinical"],
    query: PageQuery,
    ok: paged(ClinicEmergency),
    errors: [],
  }),
  acknowledgeEmergency: endpoint({
    method: "PUT",
    base: "default",
    path: "/clinic/emergency/{id}/acknowledge",
    summary:
      "Acknowledge an emergency that somebody of the practice has taken care of: it leaves the front of the lists. A repeat changes nothing",
    auth: "clinic",
    scopes: ["clinical"],
    record: "emergency",
    params: IdParams,
    ok: ClinicEmergency,
    errors: [],
  }),
} as const;
