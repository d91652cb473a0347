import * as z from "zod/mini";
import { Day, Name, NewEmail, optionalText, singleLine } from "#contract/fields/fields.ts";
import { Phone } from "#contract/fields/phone.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { PatientShippingAddress } from "#contract/orders/addresses.ts";
import { PatientAsked } from "./subscriptions.ts";

/** The practice changes how a patient is reached, for a patient who asks for it; the patient is told what was changed. Spread into `care`. */
export const contactDataCalls = {
  changeContact: clinicCall("POST /clinic/patient/{id}/contact", {
    summary:
      "Change contact data for a patient who asks for it, by the rules of their account. A new e-mail is used once it's confirmed from its own mailbox; the old one can stop it",
    access: { needs: ["write:patients"], record: "patient" },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      asked: PatientAsked,
      /** `contactrevision` of the record this was changed from: refused as `conflict` if something of it has changed since. */
      revision: optionalText(singleLine(100)),
      /** Fields left out stay as they are. Name and birthday are fixed once the identity check matched them. */
      firstname: optionalText(Name),
      lastname: optionalText(Name),
      birthday: optionalText(Day),
      phoneno: optionalText(z.nullable(Phone)),
      email: optionalText(NewEmail),
      /** The address orders go to from now on, whole. Orders that were placed keep theirs, but for parcels that came back. */
      shippingaddress: z.optional(PatientShippingAddress),
    }),
    ok: z.object({
      /** What was done, in a sentence for whoever did it. */
      message: z.string(),
      contactrevision: z.string(),
      /** The new e-mail, until it's confirmed; null: it wasn't changed. */
      pendingemail: z.nullable(z.string()),
    }),
    errors: ["wrong_state", "not_available_in_state", "conflict"],
  }),
} as const;
