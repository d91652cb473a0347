import * as z from "zod/mini";
import { singleLine, optionalText, multiLine } from "#contract/fields/fields.ts";

/** The deciding doctor, and the note sent to the patient with the decision. */
export const DecisionFields = { doctorid: optionalText(singleLine(60)), note: optionalText(multiLine(2000)) };

/** A refusal has a reason, which the patient reads. */
export const DeclineBody = z.strictObject({
  reason: multiLine(2000, "Please say why, in words for the patient."),
  doctorid: DecisionFields.doctorid,
});

/** Number of refills; left out, the default. */
export const refills = z.optional(z.int().check(z.minimum(0), z.maximum(12)));

/** How to use the medicine, in the doctor's words. */
export const directions = optionalText(multiLine(500));

/** The same by product id; a product left out has the catalogue's directions. */
export const directionsByProduct = z.optional(z.record(z.string().check(z.maxLength(60)), multiLine(500)));

/** What the screening rules raised over a patient's answers. */
export const ScreeningFlags = z.array(
  z.object({ ruleid: z.string(), level: z.enum(["stop", "clinician", "info"]), text: z.string() }),
);
