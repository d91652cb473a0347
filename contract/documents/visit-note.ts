import * as z from "zod/mini";
import { Id, Moment } from "#contract/fields/fields.ts";

/** What a prescriber decides and leaves a note about. */
export const visitDecisions = [
  "plan_approved",
  "plan_declined",
  "renewal_approved",
  "renewal_declined",
  "treatment_changed",
  "change_withdrawn",
  "upsell_approved",
  "upsell_declined",
  "medicine_suggested",
  "suggestion_withdrawn",
  "medicine_stopped",
  "medicine_held",
  "medicine_released",
  "early_fill_allowed",
  "directions_changed",
  "break_planned",
  "break_ended",
  "review_read",
] as const;
export type VisitDecision = (typeof visitDecisions)[number];

/** What was added to a signed note, or corrected, later. */
export const VisitNoteAddendum = z.object({
  id: Id,
  /** Null once it was withdrawn as entered in error. */
  text: z.nullable(z.string()),
  /** Who signed it, with credentials. */
  signedby: z.string(),
  signedat: Moment,
  withdrawnat: z.nullable(Moment),
});

/** What a decision left in the record: signed as it was made, never changed. */
export const VisitNote = z.object({
  id: Id,
  decision: z.enum(visitDecisions),
  /** What was decided, in words. */
  title: z.string(),
  /** Null once it was withdrawn as entered in error. */
  text: z.nullable(z.string()),
  /** Who signed it, with credentials; of a system that the practice runs, also in whose name. */
  signedby: z.string(),
  /** Who wrote the decision for that signature; null: whoever signed. */
  preparedby: z.nullable(z.string()),
  signedat: Moment,
  withdrawnat: z.nullable(Moment),
  /** Oldest first. */
  addenda: z.array(VisitNoteAddendum),
});
export type VisitNote = z.output<typeof VisitNote>;
