import * as z from "zod/mini";
import { endpoint } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { Id, Moment, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";

/** A prescription of the patient's, as the practice sees it. */
export const Prescription = z.object({
  id: Id,
  productid: z.string(),
  name: z.string(),
  /** Its strength; empty where it has none. */
  dosage: z.string(),
  rxnumber: z.string(),
  ndc: z.nullable(z.string()),
  /** `ended`: renewed, replaced or declined. */
  status: z.enum(["active", "on_hold", "stopped", "ended"]),
  refillsleft: z.int(),
  /** Days' supply of one fill. */
  dayssupply: z.nullable(z.int()),
  /** What the patient is to do with it today: also what a doctor wrote until a change begins. */
  directions: z.nullable(z.string()),
  /** The patient uses it today: it's prescribed, or what they have of it lasts until the one that replaces it. False with nothing of it at home. */
  usednow: z.boolean(),
  doctorid: z.string(),
  approvedat: Moment,
  onholdsince: z.nullable(Moment),
  stoppedat: z.nullable(Moment),
});

/** Why, for the record, and what the patient reads as a message from the doctor. */
const actionFields = {
  /** For the practice only; the patient does not see it. */
  reason: multiLine(2000, "Please say why."),
  /** For the patient. What to do with the medicine at home is added to it. */
  message: multiLine(4000, "Please tell the patient what it means for them."),
  /** The doctor who decides; by default the one who treats the patient. */
  doctorid: optionalText(singleLine(60)),
};

/** Another prescription of the patient, which may have to be decided on as well. */
const Partner = z.object({
  id: Id,
  productid: z.string(),
  name: z.string(),
  rxnumber: z.string(),
  /** It may not be taken without the medicine that is stopped or on hold, so it is on hold too. */
  onhold: z.boolean(),
  /** It is charged and sent together with it. */
  sameparcel: z.boolean(),
});

export const PrescriptionAction = z.object({
  id: Id,
  rxnumber: z.string(),
  productid: z.string(),
  status: z.enum(["active", "on_hold", "stopped"]),
  partners: z.array(Partner),
});
export type PrescriptionAction = z.output<typeof PrescriptionAction>;

/** What a doctor does with a prescription outside of a prescription renewal; spread into `care`. */
export const prescriptionCalls = {
  stopPrescription: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/prescription/{id}/stop",
    summary:
      "Stop a medicine at once: its subscriptions end, what is planned or authorized is dropped, what was paid and not sent is refunded, and the patient is told what to do with what is at home",
    auth: "clinic",
    scopes: ["rx"],
    decidesFor: "prescription",
    record: "prescription",
    inDoctorsName: true,
    idempotency: true,
    params: IdParams,
    body: z.strictObject(actionFields),
    ok: PrescriptionAction,
    errors: ["wrong_state"],
  }),
  holdPrescription: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/prescription/{id}/hold",
    summary: "Rest a medicine: nothing of it is charged or sent until it is released, and the patient is told",
    auth: "clinic",
    scopes: ["rx"],
    decidesFor: "prescription",
    record: "prescription",
    inDoctorsName: true,
    idempotency: true,
    params: IdParams,
    body: z.strictObject(actionFields),
    ok: PrescriptionAction,
    errors: ["wrong_state"],
  }),
  releasePrescription: endpoint({
    method: "POST",
    base: "default",
    path: "/clinic/prescription/{id}/release",
    summary: "Let a medicine that is on hold go on: what waited for it is planned again, and the patient is told",
    auth: "clinic",
    scopes: ["rx"],
    decidesFor: "prescription",
    record: "prescription",
    inDoctorsName: true,
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      ...actionFields,
      /** Although the patient's answers speak against it; without this flag it is refused. */
      despitewarning: z.optional(z.boolean()),
    }),
    ok: PrescriptionAction,
    errors: ["wrong_state"],
  }),
} as const;
