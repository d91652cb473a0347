import { z } from "zod";
import { NonEmptyText, textWith } from "../fields.ts";

export const DeskAnswersFile = z.strictObject({
  reviewed: NonEmptyText,
  /** After each answer. */
  demo: NonEmptyText,
  /** After the answer to an emergency. */
  dontwait: NonEmptyText,
  /** To whatever else a patient writes to the doctor, to patient services, or sends as a file: that in the demo nobody reads it. */
  doctor: NonEmptyText,
  patientservices: NonEmptyText,
  file: NonEmptyText,
  /** From the doctor, once the plan is approved. */
  welcome: textWith("firstname"),
  /** Follow-ups: what the code gives, and the doctor's reply when all is well and otherwise. */
  followup: z.strictObject({
    percent: z.int().min(5).max(50),
    read: NonEmptyText,
    flagged: NonEmptyText,
  }),
  /** What the desk notes about an emergency: it says that nobody was called. */
  emergency: z.strictObject({ acknowledged: NonEmptyText, closed: NonEmptyText }),
});
export type DeskAnswers = z.output<typeof DeskAnswersFile>;
