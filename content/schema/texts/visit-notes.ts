import { z } from "zod";
import { visitDecisions } from "#contract/documents/visit-note.ts";
import { Category, NonEmptyText } from "../fields.ts";

/** `visit-notes.yaml`: what the note of a decision says at its end. */
export const VisitNotesFile = z.strictObject({
  note: NonEmptyText,
  whattodo: z
    .array(
      z.strictObject({
        /** Where a product of one of them is decided on; left out, whatever it is. */
        categories: z.array(Category).min(1).optional(),
        /** After these decisions; left out, after each. */
        decisions: z.array(z.enum(visitDecisions)).min(1).optional(),
        text: NonEmptyText.max(300),
      }),
    )
    .max(30),
});
