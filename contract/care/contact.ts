import * as z from "zod/mini";
import { contactTopics } from "#contract/constants.ts";
import { Id, Moment, paged } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams, PageQuery } from "#contract/http/params.ts";
import { PatientSummary } from "./patients.ts";

/** A message sent by the contact form. It opens no conversation: it is answered by e-mail, to `email`. */
export const ContactMessage = z.object({
  id: Id,
  /** Given to the sender to quote. */
  reference: z.string(),
  /** Null: not signed in. */
  patient: z.nullable(PatientSummary),
  topic: z.enum(contactTopics),
  name: z.nullable(z.string()),
  /** For a signed-in patient, the e-mail of the account at that time. */
  email: z.string(),
  message: z.string(),
  sentat: Moment,
  /** When somebody of the practice answered it. */
  answeredat: z.nullable(Moment),
  /** Who that was, by name; a system by its key. Null where nobody has, or it wasn't kept. */
  answeredby: z.nullable(z.string()),
});
export type ContactMessage = z.output<typeof ContactMessage>;

/** Messages from the contact form, as the practice works through them; spread into `care`. */
export const contactCalls = {
  contactMessages: clinicCall("GET /clinic/contact", {
    summary: "Messages from the contact form that nobody has answered, oldest first",
    access: { needs: ["read:contact_form"] },
    query: PageQuery,
    ok: paged(ContactMessage),
  }),
  contactAnswered: clinicCall("PUT /clinic/contact/{id}/answered", {
    summary: "Mark a message as answered by e-mail: it leaves the list. A repeat changes nothing",
    access: { needs: ["write:contact_form"], work: "contact" },
    params: IdParams,
    ok: ContactMessage,
  }),
} as const;
