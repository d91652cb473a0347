import * as z from "zod/mini";
import { singleLine } from "./fields.ts";

/** A time zone as a form or a browser names it: an IANA name. Whether it is one, the server says. */
export const TimezoneName = singleLine(64, "Please choose a time zone from the list.");

/** In which time zone a patient's days and hours are, and which ones they can choose. */
export const PatientTimezone = z.object({
  /** The one that counts, an IANA name: their own, else that of their state, else the practice's. */
  current: z.string(),
  /** Its name: `Central Time`. */
  name: z.string(),
  /** The patient's own, an IANA name; null: none is kept, so it's that of their state. */
  id: z.nullable(z.string()),
  /** Those of the patient's state first. */
  choices: z.array(z.object({ id: z.string(), name: z.string(), instate: z.boolean() })),
  /** What goes by it. */
  hint: z.string(),
});
export type PatientTimezone = z.output<typeof PatientTimezone>;
