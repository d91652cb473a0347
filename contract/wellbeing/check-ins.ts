import * as z from "zod/mini";
import { Day } from "#contract/fields/fields.ts";
import { ActionLink } from "#contract/treatment/next-step.ts";

/** How much a symptom bothers the patient, as in the visit: 0 is not at all. */
export const Bother = z
  .int("Please choose a number from 0 to 4.")
  .check(z.minimum(0, "Please choose a number from 0 to 4."), z.maximum(4, "Please choose a number from 0 to 4."));

/** One of the symptoms that bothered the patient most at the start. */
export const SymptomLine = z.object({
  id: z.string(),
  name: z.string(),
  /** As the visit asked about it. */
  question: z.string(),
  /** The answer in the visit. */
  then: z.int(),
  /** The latest check-in's answer; null before the first. */
  now: z.nullable(z.int()),
  /** This week's answer. */
  thisweek: z.nullable(z.int()),
});
export type SymptomLine = z.output<typeof SymptomLine>;

/** A check-in of ten seconds, once a week, and what has moved since the start. */
export const CheckIns = z.object({
  /** False: the patient turned them off. */
  on: z.boolean(),
  /** The week that can be answered, by its first day, a Sunday. */
  week: Day,
  /** The words for 0, 1 and so on. */
  scale: z.array(z.string()),
  /** At most three, the worst at the start first. */
  symptoms: z.array(SymptomLine),
  /** First day of the week of the latest check-in. */
  latestweek: z.nullable(Day),
  /** Who reads it; what to do about a symptom that got worse. */
  note: z.object({
    kind: z.enum(["before_first", "reads", "better", "worse"]),
    text: z.string(),
    action: z.nullable(ActionLink),
  }),
});
export type CheckIns = z.output<typeof CheckIns>;
