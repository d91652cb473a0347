import * as z from "zod/mini";
import { Doctor } from "#contract/doctors.ts";
import { Day, Dollars, Id, Moment, multiLine, optionalText } from "#contract/fields/fields.ts";
import { patientCall } from "#contract/http/endpoint.ts";
import { orderErrors } from "#contract/http/errors.ts";
import { IdParams } from "#contract/http/params.ts";
import { afterAllField } from "./changes.ts";

/** `waiting`: the patient hasn't answered, and nothing of it is prescribed or charged · `withdrawn`: by the doctor, or because it may not be taken any more. */
export const suggestionStatuses = ["waiting", "agreed", "declined", "withdrawn"] as const;

/** A medicine the doctor suggests to add to the treatment. It is prescribed and charged once the patient agrees. */
export const Suggestion = z.object({
  id: Id,
  status: z.enum(suggestionStatuses),
  title: z.string(),
  /** The price is that of one charge, with today's tax; it buys a supply for `dayssupply` days. */
  product: z.object({
    productid: z.string(),
    name: z.string(),
    dosage: z.string(),
    image: z.string(),
    price: Dollars,
    dayssupply: z.int(),
    directions: z.string(),
    /** Sentences that must be shown with it (compounded, no FDA-approved product …). */
    notices: z.array(z.string()),
  }),
  /** Its first day, where the doctor named one; it begins as it comes where that has passed. */
  beginson: z.nullable(Day),
  /** When it's charged and begun, and that nothing else changes, in sentences. */
  terms: z.string(),
  /** Why the patient can't agree to it now, in a sentence; null where they can. */
  obstacle: z.nullable(z.string()),
  doctor: z.nullable(Doctor),
  /** Why, in the doctor's words. */
  note: z.string(),
  /** The message sent to the doctor in the patient's name if they decline. */
  refusal: z.string(),
  at: Moment,
});
export type Suggestion = z.output<typeof Suggestion>;

/** The patient's answer to what the doctor suggests to add; spread into `treatment`. */
export const suggestionCalls = {
  agreeToSuggestion: patientCall("PUT /treatment/suggestion/{id}/agree", {
    summary:
      "Agree to the medicine the doctor suggests and its price, also within 60 days after it was declined: it is prescribed, charged to the card on file and sent. Repeated while the bank confirms the payment, it continues that payment",
    idempotency: true,
    params: IdParams,
    body: z.strictObject({ price: Dollars, ...afterAllField }),
    ok: z.object({ message: z.string() }),
    errors: orderErrors,
  }),
  declineSuggestion: patientCall("PUT /treatment/suggestion/{id}/decline", {
    summary: "Decline the medicine the doctor suggests: nothing changes, and the doctor is notified",
    params: IdParams,
    body: z.strictObject({
      /** Added to the message to the doctor. */
      words: optionalText(multiLine(2000)),
    }),
    ok: z.object({ message: z.string() }),
    errors: ["wrong_state", "payment_pending"],
  }),
} as const;
