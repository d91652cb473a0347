import * as z from "zod/mini";
import { ScreeningFlags } from "./decision-fields.ts";

/** A medicine with its strength. */
export const QueueMedicine = z.object({ productid: z.string(), name: z.string(), dosage: z.string() });

/** What a row of a queue says of what it is about, so that somebody can choose without opening each. */
export const queueFacts = {
  /** The medicines in question with their strength: asked for, to be renewed, or taken now; empty where it is about none. */
  medicines: z.array(QueueMedicine),
  /** The rules that the patient's answers raised about these medicines, what forbids first. The record says which of them hold today. */
  flags: ScreeningFlags,
};
