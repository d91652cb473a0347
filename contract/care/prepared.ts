import * as z from "zod/mini";
import type { VisitDecision } from "#contract/documents/visit-note.ts";
import { Id, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";

/**
 * What can be written for a prescriber to sign, and which fields of the call that signs it can be filled in. What is a prescriber's own to say isn't among
 * them: in whose name it is, and why a rule that warns is overridden.
 */
export const preparedFields = {
  renewal_approved: ["note", "directions", "refills", "followupon", "visitnote"],
  renewal_declined: ["reason", "visitnote"],
  treatment_changed: [
    ...["productid", "pricingid", "note", "directions", "refills", "begins", "beginson"],
    ...["until", "untildirections", "untilpace", "followupon", "visitnote"],
  ],
  directions_changed: ["directions", "pace", "begins", "beginson", "reason", "message", "visitnote"],
  letter: ["text"],
} as const satisfies Partial<Record<VisitDecision | "letter", readonly string[]>>;
export type PreparedDecision = keyof typeof preparedFields;
export const preparedDecisions = Object.keys(preparedFields) as PreparedDecision[];

/** A field of the call that signs it, by its name, with what it would be sent with. */
export const PreparedField = z.object({ id: z.string(), value: z.string() });
export type PreparedField = z.output<typeof PreparedField>;

/** A decision as it was prepared. Nothing of it has effect before it's signed. */
export const Prepared = z.object({
  decision: z.enum(preparedDecisions),
  /** A renewal, a subscription, a prescription; of a letter its patient. */
  refid: Id,
  fields: z.array(PreparedField),
  /** What has changed in the record since, in words; none once it's signed or withdrawn. */
  changed: z.array(z.string()),
});
export type Prepared = z.output<typeof Prepared>;

/** Which prepared decision this signs; it's told apart who prepared it and who signed. `wrong_state` where it was signed, given back or withdrawn meanwhile. */
export const preparedid = optionalText(Id);

/** What is written for a prescriber to sign. */
export const newPrepared = {
  decision: z.enum(preparedDecisions),
  refid: Id,
  fields: z
    .array(z.strictObject({ id: singleLine(40), value: multiLine(10_000, "Please fill this in.") }))
    .check(z.maxLength(20)),
  /** The record's `revision` it was written on. */
  revision: singleLine(400),
  /** For whoever signs. */
  words: optionalText(multiLine(2000)),
};
