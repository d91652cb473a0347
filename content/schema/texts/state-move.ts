import { z } from "zod";
import { NonEmptyText } from "../fields.ts";

/** The placeholders of the texts in `state-move.yaml`. */
export const stateMovePlaceholders = ["from", "to", "doctor", "day", "now", "then", "products"] as const;
export type StateMovePlaceholder = (typeof stateMovePlaceholders)[number];

const Passage = z.strictObject({ title: NonEmptyText, text: NonEmptyText });
export type Passage = z.output<typeof Passage>;

/** Shown to a patient before their orders go to another state. */
export const StateMoveFile = z.strictObject({
  note: NonEmptyText,
  same: Passage,
  notserved: Passage,
  served: Passage,
  doctor: z.strictObject({ stays: Passage, changes: Passage, nobody: Passage }),
  tax: z.strictObject({ same: Passage, changes: Passage, unknown: Passage }),
  messages: z.strictObject({ gained: Passage, lost: Passage, stays: Passage }),
  face: z.strictObject({ lost: Passage }),
  plan: z.strictObject({ stays: Passage }),
});
