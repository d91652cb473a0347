import * as z from "zod/mini";

/** How the practice learned of an answer that the patient didn't give in the app. */
export const toldSources = ["phone", "in_person", "doctors_letter"] as const;
export const ToldSource = z.enum(toldSources, "Please choose how we learned of it.");
export type ToldSource = z.output<typeof ToldSource>;

/** Who told it: the patient, or somebody else for the patient. */
export const tellers = ["patient", "other"] as const;
export const Teller = z.enum(tellers, "Please choose who told it.");
export type Teller = z.output<typeof Teller>;

/** A current answer that the practice wrote down as it was told, for the patient to read and correct. */
export const ToldAnswer = z.object({
  questionid: z.string(),
  question: z.string(),
  answer: z.string(),
  /** Of the section whose form changes it. */
  step: z.number(),
  /** How and on which day it was told, in a sentence for the patient. */
  text: z.string(),
});
export type ToldAnswer = z.output<typeof ToldAnswer>;
