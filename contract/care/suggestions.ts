import * as z from "zod/mini";
import { Day, Dollars, multiLine, optionalText, singleLine } from "#contract/fields/fields.ts";
import { clinicCall } from "#contract/http/endpoint.ts";
import { IdParams } from "#contract/http/params.ts";
import { Suggestion } from "#contract/treatment/suggestions.ts";
import { DecisionFields, directions, override, revision } from "./decision-fields.ts";
import { visitnote } from "./visit-notes.ts";

/** A medicine of the catalogue, and whether it may be added to what this patient takes. */
export const SuggestibleMedicine = z.object({
  productid: z.string(),
  name: z.string(),
  form: z.string(),
  strength: z.string(),
  pricings: z.array(z.object({ pricingid: z.string(), dayssupply: z.int(), price: Dollars })),
  /** What today's rules say against it, in a sentence for the practice; null: nothing that forbids it. */
  obstacle: z.nullable(z.string()),
});
export type SuggestibleMedicine = z.output<typeof SuggestibleMedicine>;

/** A suggestion as it would be if it were made now. */
export const SuggestionQuote = z.object({
  /** Of one charge, with today's tax, and the days it lasts. */
  price: Dollars,
  dayssupply: z.int(),
  /** What the patient takes from when on, in sentences for the practice. */
  begins: z.string(),
  /** That the patient has to agree, and when it's charged. */
  consent: z.string(),
  /** What has to be taken with it, or which of the patient's medicines has to be taken with it; null where there is no such thing. */
  companion: z.nullable(z.string()),
  /** What the patient reads on how to use it, unless the doctor writes something else. */
  directions: z.string(),
  refills: z.int(),
  /** Why it's refused, in a sentence for the practice; null: it isn't. */
  obstacle: z.nullable(z.string()),
  /** Rules to weigh: going against them takes `despitewarning`, and of a person the reason in `override`. */
  warnings: z.array(z.object({ ruleid: z.string(), text: z.string() })),
});
export type SuggestionQuote = z.output<typeof SuggestionQuote>;

const choice = {
  productid: singleLine(60),
  pricingid: singleLine(80),
  /** Its first day, later than today and not beyond what the practice allows; left out, it begins as it comes. */
  beginson: optionalText(Day),
};

/** Medicines a doctor suggests of their own accord; spread into `care`. */
export const careSuggestionCalls = {
  suggestibleMedicines: clinicCall("GET /clinic/patient/{id}/suggestion/medicine", {
    summary: "Medicines that could be suggested to this patient, each with what today's rules say against it",
    access: { needs: ["write:prescribing"], record: "patient" },
    params: IdParams,
    ok: z.object({ items: z.array(SuggestibleMedicine) }),
  }),
  suggestionQuote: clinicCall("GET /clinic/patient/{id}/suggestion", {
    summary:
      "What suggesting this medicine would mean, before it's done: what the patient would take from when, what they'd pay and when, and what speaks against it",
    access: { needs: ["write:prescribing"], record: "patient" },
    params: IdParams,
    query: z.object(choice),
    ok: SuggestionQuote,
  }),
  suggestMedicine: clinicCall("POST /clinic/patient/{id}/suggestion", {
    summary:
      "Suggest adding a medicine that the patient didn't ask for: it is prescribed, charged and sent once they agree to it and its price",
    access: { needs: ["write:prescribing"], record: "patient", decidesFor: "patient", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      ...choice,
      directions,
      /** The patient reads why. */
      note: multiLine(2000, "Please tell the patient why."),
      /** Suggest it although a screening rule warns of it; a STOP is still refused. */
      despitewarning: z.optional(z.boolean()),
      override,
      doctorid: DecisionFields.doctorid,
      visitnote,
      revision,
    }),
    ok: Suggestion,
    status: 201,
    errors: ["wrong_state", "conflict", "override_required", "not_available_in_state"],
  }),
  withdrawSuggestion: clinicCall("POST /clinic/suggestion/{id}/withdraw", {
    summary: "Take back a suggested medicine that the patient hasn't answered; they read why",
    access: { needs: ["write:prescribing"], record: "suggestion", decidesFor: "suggestion", inDoctorsName: true },
    idempotency: true,
    params: IdParams,
    body: z.strictObject({
      doctorid: DecisionFields.doctorid,
      note: multiLine(2000, "Please tell the patient why."),
      visitnote,
    }),
    ok: Suggestion,
    errors: ["wrong_state"],
  }),
} as const;
