import * as z from "zod/mini";
import { Doctor } from "#contract/doctors.ts";
import { Id, Dollars, Day, Moment, EmptyBody } from "#contract/fields/fields.ts";
import { endpoint } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/** What the doctor prescribed in place of something the patient gets, and what it means for their card. */
export const TreatmentChange = z.object({
  id: Id,
  subscriptionid: Id,
  /** `waiting`: it costs more than the patient agreed to, so nothing changes and nothing is charged before they agree. */
  status: z.enum(["waiting", "agreed", "refused"]),
  /** Each price is that of one charge, with today's tax; it buys a supply for `dayssupply` days. */
  from: z.object({ name: z.string(), dosage: z.string(), price: Dollars, dayssupply: z.int() }),
  /** `from` was ordered: what is paid for still comes. False where the doctor prescribed the other one from the start. */
  fromordered: z.boolean(),
  to: z.object({
    name: z.string(),
    dosage: z.string(),
    price: Dollars,
    dayssupply: z.int(),
    directions: z.nullable(z.string()),
  }),
  /** The first charge of the new medicine; null while none is planned. */
  chargeon: z.nullable(Day),
  doctor: z.nullable(Doctor),
  note: z.nullable(z.string()),
  /** The message sent to the doctor in the patient's name if they refuse. */
  refusal: z.string(),
  at: Moment,
});
export type TreatmentChange = z.output<typeof TreatmentChange>;

/** The patient's decision on a treatment change; spread into `treatment`. */
export const treatmentChangeCalls = {
  agreeToChange: endpoint({
    method: "PUT",
    base: "default",
    path: "/treatment/change/{id}/agree",
    summary: "Agree to the doctor's treatment change and its price, from the next charge on",
    auth: "patient",
    params: IdParams,
    body: z.strictObject({ price: Dollars }),
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state", "price_changed"],
  }),
  refuseChange: endpoint({
    method: "PUT",
    base: "default",
    path: "/treatment/change/{id}/refuse",
    summary: "Refuse the treatment change: nothing more is charged for either treatment, and the doctor is notified",
    auth: "patient",
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state"],
  }),
} as const;
