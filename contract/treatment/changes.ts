import * as z from "zod/mini";
import { Doctor } from "#contract/doctors.ts";
import { Id, Dollars, Day, Moment, EmptyBody } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";

/**
 * When a change begins. `now`: charged and sent the day the patient agrees, begun when it arrives · `when_box_ends`: with the next order · `on_day`: on a
 * day the doctor names, charged so early that it's there by then.
 */
export const changeBegins = ["now", "when_box_ends", "on_day"] as const;
export type ChangeBegins = (typeof changeBegins)[number];

/** What the patient does with what they have until then: use it as before, stop it at once, or use it in another way. */
export const changeUntil = ["go_on", "stop", "directions"] as const;
export type ChangeUntil = (typeof changeUntil)[number];

/** What the doctor prescribed in place of something the patient gets, and what it means for their card. */
export const TreatmentChange = z.object({
  id: Id,
  subscriptionid: Id,
  /**
   * `waiting`: it costs more than the patient agreed to, or would be charged today; nothing is charged for it before they agree. Until then, and if they
   * refuse, what they take is what `until` says.
   */
  status: z.enum(["waiting", "agreed", "refused"]),
  /** The patient can agree to it: it waits for them, or they refused it and nothing has come between, and nothing speaks against it. */
  agreeable: z.boolean(),
  /** Why they can't now, in a sentence, where it would be theirs to agree to: another answer, an emergency, a doctor without a license there. */
  obstacle: z.nullable(z.string()),
  /** What the doctor did, or what the patient said to it: of what they get, or of what they only asked for. */
  title: z.string(),
  begins: z.enum(changeBegins),
  /** With `on_day`: the first day of the new one. */
  beginson: z.nullable(Day),
  until: z.enum(changeUntil),
  /** What the patient does today with what they have, in a sentence; null where they have nothing of it, or the other one has begun. */
  today: z.nullable(z.string()),
  /** When the other one begins, in a sentence; null where it has begun, or won't. */
  then: z.nullable(z.string()),
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

/** True: the patient was shown that they had said no, and agrees after all. Without it, what was refused meanwhile, as in another tab, stays refused. */
export const afterAllField = { afterall: z.optional(z.boolean()) };

/** The patient's decision on a treatment change; spread into `treatment`. */
export const treatmentChangeCalls = {
  agreeToChange: patientCall("PUT /treatment/change/{id}/agree", {
    summary:
      "Agree to the doctor's treatment change and its price, also after it was refused, while nothing has come between: from the next charge on, at once where the doctor has it begin now, or in time for the day the doctor has it begin on",
    params: IdParams,
    body: z.strictObject({ price: Dollars, ...afterAllField }),
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state", "price_changed"],
  }),
  refuseChange: patientCall("PUT /treatment/change/{id}/refuse", {
    summary:
      "Refuse the treatment change: what the patient has goes on as before, unless the doctor stopped it, and the doctor is notified",
    params: IdParams,
    body: EmptyBody,
    ok: z.object({ message: z.string(), change: TreatmentChange }),
    errors: ["wrong_state"],
  }),
} as const;
