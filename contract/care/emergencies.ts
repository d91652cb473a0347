import * as z from "zod/mini";
import { Id, Moment, multiLine, optionalText, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { PatientSummary } from "./patients.ts";
import { CallReached, EmergencyAction, EmergencySource } from "./told-emergency.ts";

/** A patient described an emergency, and was shown 911 or 988. */
export const ClinicEmergency = z.object({
  id: Id,
  /** Null: the sender of the contact form was not signed in. */
  patient: z.nullable(PatientSummary),
  /** The patient's, to call them; null: none is known. */
  phoneno: z.nullable(z.string()),
  /** A voicemail may be left there. */
  voicemail: z.boolean(),
  /** What the patient takes, with its strength: the products of active prescriptions. */
  medicines: z.array(z.string()),
  source: EmergencySource,
  conversationid: z.nullable(Id),
  followupid: z.nullable(Id),
  /** What the patient was shown. */
  title: z.string(),
  /** What the patient wrote or chose. */
  words: z.string(),
  /** Name of the patient's helper who wrote it; null: the patient, or the sender of the contact form. */
  writer: z.nullable(z.string()),
  /** The sender of the contact form. */
  contact: z.nullable(z.object({ name: z.nullable(z.string()), email: z.string(), reference: z.string() })),
  reportedat: Moment,
  /** When somebody of the practice began to take care of it. */
  acknowledgedat: z.nullable(Moment),
  /** When a clinician decided that it is over. */
  closedat: z.nullable(Moment),
  /** What was done, oldest first. */
  actions: z.array(EmergencyAction),
});
export type ClinicEmergency = z.output<typeof ClinicEmergency>;

const note = optionalText(multiLine(4000, "Please write the note."));

/** Emergencies described in text, as the practice works through them; spread into `care`. */
export const emergencyCalls = {
  emergencies: clinicCall("GET /clinic/emergency", {
    summary:
      "Emergencies that nobody has acknowledged, from messages, treatment reviews, health answers, the contact form and reasons for a cancellation, oldest first; with state=open all that no clinician has closed, of one patient with patientid",
    access: { needs: ["read:health"] },
    query: z.extend(PageQuery, {
      state: optionalText(z.enum(["unacknowledged", "open"])),
      patientid: optionalText(Id),
    }),
    ok: paged(ClinicEmergency),
  }),
  emergency: clinicCall("GET /clinic/emergency/{id}", {
    summary: "One emergency, also after it was closed",
    access: { needs: ["read:health"], record: "emergency" },
    params: IdParams,
    ok: ClinicEmergency,
  }),
  acknowledgeEmergency: clinicCall("PUT /clinic/emergency/{id}/acknowledge", {
    summary:
      "Acknowledge an emergency that somebody of the practice takes care of: it leaves the front of the lists and is mailed to nobody any more, and stays open until a clinician closes it. A repeat changes nothing",
    access: { needs: ["write:health"], record: "emergency" },
    params: IdParams,
    body: z.optional(z.nullable(z.strictObject({ note }))),
    ok: ClinicEmergency,
  }),
  emergencyCalled: clinicCall("POST /clinic/emergency/{id}/call", {
    summary: "Note a phone call about an emergency: whom it reached, and what was said",
    access: { needs: ["write:health"], record: "emergency" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ reached: CallReached, text: multiLine(4000, "Please write what was said.") }),
    ok: ClinicEmergency,
    status: 201,
  }),
  closeEmergency: clinicCall("PUT /clinic/emergency/{id}/close", {
    summary:
      "Close an emergency that is over, with its outcome: the patient's home goes back to normal. It counts as acknowledged. A repeat changes nothing",
    access: { needs: ["write:health"], record: "emergency" },
    params: IdParams,
    body: z.strictObject({ outcome: multiLine(4000, "Please write how it ended.") }),
    ok: ClinicEmergency,
  }),
} as const;
