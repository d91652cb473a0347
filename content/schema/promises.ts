import { z } from "zod";
import { NonEmptyText } from "./fields.ts";

/** What patients are promised, and within how many business days after the day it began to wait. */
const PromiseInDays = z.strictObject({ what: NonEmptyText, businessdays: z.int().min(1).max(10) });
/** A promise whose days another file says. */
const PromiseElsewhere = z.strictObject({ what: NonEmptyText });

/** A day of each year on which nobody works: a date, or a weekday of its month. A date on a weekend counts on the working day next to it. */
const ClosedDay = z.union([
  z.strictObject({ name: NonEmptyText, month: z.int().min(1).max(12), day: z.int().min(1).max(31) }).refine(
    // In a leap year, as February 29 is closed only then.
    ({ month, day }) => new Date(Date.UTC(2028, month - 1, day)).getUTCMonth() === month - 1,
    "must be a day of its month",
  ),
  z.strictObject({
    name: NonEmptyText,
    month: z.int().min(1).max(12),
    weekday: z.enum(["monday", "tuesday", "wednesday", "thursday", "friday"]),
    nth: z.union([z.int().min(1).max(4), z.literal("last")]),
  }),
]);

/** By the kind of thing that waits; where nothing is promised, there is no entry. */
export const PromisesFile = z.strictObject({
  note: NonEmptyText,
  incoming: PromiseInDays,
  accepted: PromiseInDays,
  renewal: PromiseInDays,
  followup: PromiseInDays,
  conversation: PromiseInDays,
  counseling: PromiseInDays,
  mismatch: PromiseInDays,
  ready: PromiseElsewhere,
  /** Days a patient has before their missing answer stands in the inbox. */
  unanswereddays: z.int().min(1).max(30),
  work_item: PromiseElsewhere,
  task: PromiseElsewhere,
  /** No business days, as weekends. */
  closed: z.array(ClosedDay),
});
