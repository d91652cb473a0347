import * as z from "zod/mini";
import { Day, Id } from "#contract/fields/fields.ts";
import { PatientTimezone } from "#contract/fields/timezone.ts";
import { ActionLink } from "#contract/treatment/next-step.ts";

/** Days of the week, 0 is Sunday. */
export const Weekday = z
  .int("Please choose your days.")
  .check(z.minimum(0, "Please choose your days."), z.maximum(6, "Please choose your days."));

export const DoseStatus = z.enum(["done", "skipped"]);
export type DoseStatus = z.output<typeof DoseStatus>;

/** The full hour of a reminder, in the patient's time zone. */
export const ReminderHour = z
  .int("Please choose a time.")
  .check(z.minimum(5, "Please choose a time between 5 am and 11 pm."), z.maximum(23, "Please choose a time."));

export const DoseDay = z.object({
  day: Day,
  /** `Today`, `Yesterday` or the day of the week. */
  name: z.string(),
  /** Null: not noted. */
  status: z.nullable(DoseStatus),
});
export type DoseDay = z.output<typeof DoseDay>;

const DaysOption = z.object({ days: z.array(Weekday), label: z.string() });

/** One medicine at home that is taken on certain days. It is the patient's own log. */
export const Dose = z.object({
  /** Of its prescription. */
  id: Id,
  name: z.string(),
  /** Its strength; empty where it has none. */
  dosage: z.string(),
  image: z.string(),
  /** In the doctor's words. */
  directions: z.nullable(z.string()),
  /** What is due today, or when the next one is, in a few words. */
  title: z.string(),
  /** Days to choose from; one where there is nothing to choose, none where the doctor wrote directions of their own. */
  options: z.array(DaysOption),
  /** Null: the patient has picked no days, so nothing is due. */
  schedule: z.nullable(
    z.object({
      days: z.array(Weekday),
      /** The days in words. */
      label: z.string(),
      /** Null: no reminder. */
      remindat: z.nullable(z.int()),
      /** When a reminder is mailed, or why none is, in a sentence. */
      reminder: z.string(),
      /** Where the patient's mail settings keep the reminder from going out. */
      action: z.nullable(ActionLink),
    }),
  ),
  /** Null: nothing is due today. */
  today: z.nullable(DoseDay),
  /** The one before, while it can still be noted; null once today's is done. */
  earlier: z.nullable(DoseDay),
  /** What the label says about a missed one; null where the doctor wrote directions of their own. */
  missed: z.nullable(
    z.object({
      text: z.string(),
      /** One was skipped or not noted, so it is shown without asking. */
      open: z.boolean(),
    }),
  ),
});
export type Dose = z.output<typeof Dose>;

/** Medicines at home that are running; none after a stop, on hold, while paused, and before the first parcel has come. */
export const Doses = z.object({
  items: z.array(Dose),
  timezone: PatientTimezone,
});
export type Doses = z.output<typeof Doses>;
