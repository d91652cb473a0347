import * as z from "zod/mini";
import { Day, singleLine, optionalText, multiLine } from "#contract/fields/fields.ts";
import { visitnote } from "./visit-notes.ts";

/** The `revision` of the record the decision was made on: 409 `conflict` says what has changed since. */
export const revision = optionalText(singleLine(400));

/** The deciding doctor, and the note sent to the patient with the decision. */
export const DecisionFields = { doctorid: optionalText(singleLine(60)), note: optionalText(multiLine(2000)) };

/** The day the patient is sent the next treatment review; left out, it stays as it is. */
export const followupon = optionalText(Day);

/** A refusal has a reason, which the patient reads. */
export const DeclineBody = z.strictObject({
  reason: multiLine(2000, "Please say why, in words for the patient."),
  doctorid: DecisionFields.doctorid,
  visitnote,
  revision,
});

/** Why something is prescribed although a rule warns, or couldn't run. A person who decides so is asked for it; it's kept with the decision. */
export const Override = z.strictObject({
  /** The rules that were weighed. */
  rules: z.optional(z.array(singleLine(60)).check(z.maxLength(100))),
  /** Questions that rules look at have no answer, so these rules couldn't run. */
  withoutanswers: z.optional(z.boolean()),
  /** For the practice only; the patient does not see it. */
  reason: multiLine(2000, "Please say why you prescribe it all the same."),
});
export type Override = z.output<typeof Override>;
export const override = z.optional(Override);

const refillCount = z.int().check(z.minimum(0), z.maximum(12));

/** Number of refills; left out, the default. */
export const refills = z.optional(refillCount);

/** How to use the medicine, in the doctor's words. */
export const directions = optionalText(multiLine(500));

/** The same by product id; a product left out has the catalogue's directions. */
export const directionsByProduct = z.optional(z.record(z.string().check(z.maxLength(60)), multiLine(500)));

/** One number of refills for all, or by product id; a product left out has the default. */
export const refillsByProduct = z.optional(
  z.union([refillCount, z.record(z.string().check(z.maxLength(60)), refillCount)]),
);

/** Requested products that are not prescribed, with the reason the patient reads. */
export const declinedProducts = z.optional(
  z.record(z.string().check(z.maxLength(60)), multiLine(2000, "Please say why, in words for the patient.")),
);

/**
 * Requested products instead of which another one is prescribed: another strength, form or supply, with the reason the patient reads. At no higher
 * price it is charged by itself, at a higher one once the patient agrees.
 */
export const replacedProducts = z.optional(
  z.record(
    z.string().check(z.maxLength(60)),
    z.strictObject({
      productid: singleLine(60),
      pricingid: singleLine(80),
      reason: multiLine(2000, "Please say why, in words for the patient."),
      /** Prescribe it although a screening rule speaks against it; a STOP is still refused. */
      despitewarning: z.optional(z.boolean()),
    }),
  ),
);

/** The day on which a requested product begins, where that is later than now. */
export const startDays = z.optional(z.record(z.string().check(z.maxLength(60)), Day));

/** What a decision on a patient depends on, as far as it can change behind a doctor's back. */
export const decisionFacts = ["answers", "decision", "identity", "payment", "prescriptions", "state"] as const;
export type DecisionFact = (typeof decisionFacts)[number];

/** What a rule asks of a doctor: not to prescribe it, to weigh it, or to know it. */
export const FlagLevel = z.enum(["stop", "clinician", "info"]);

/** A screening rule that a patient's answers raised. */
export const ScreeningFlag = z.object({
  ruleid: z.string(),
  level: FlagLevel,
  text: z.string(),
});

/** What the screening rules raised over a patient's answers. */
export const ScreeningFlags = z.array(ScreeningFlag);
