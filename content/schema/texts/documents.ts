import { z } from "zod";
import { ContentId, NonEmptyText } from "../fields.ts";

const Titled = z.strictObject({ title: NonEmptyText, text: NonEmptyText });

/** `documents.yaml`: the texts of the documents a patient takes to their insurance plan or to another doctor. */
export const DocumentsFile = z.strictObject({
  note: NonEmptyText,
  hsa: Titled,
  fsa: Titled,
  /** What the plan is told about a line, with an explanation of each term. */
  eligibility: z.strictObject({ eligible: Titled, needs_letter: Titled, not_eligible: Titled }),
  ndc: Titled.extend({
    /** Replaces the code of a drug that has none. */
    compounded: NonEmptyText,
  }),
  letter: z.strictObject({ title: NonEmptyText, closing: NonEmptyText }),
  records: Titled.extend({
    /** The question about allergies, and the answer that means none. */
    allergies: z.strictObject({ question: ContentId, none: ContentId }),
    /** The questions about the patient's medicines. */
    medicines: z.array(ContentId),
  }),
});
