import { z } from "zod";
import { NonEmptyText } from "./fields.ts";

/** What patients are promised, and within how many business days after the day it began to wait. */
const PromiseInDays = z.strictObject({ what: NonEmptyText, businessdays: z.int().min(1).max(10) });
/** A promise whose days another file says. */
const PromiseElsewhere = z.strictObject({ what: NonEmptyText });

/** By the kind of thing that waits; where nothing is promised, there is no entry. */
export const PromisesFile = z.strictObject({
  note: NonEmptyText,
  incoming: PromiseInDays,
  accepted: PromiseInDays,
  renewal: PromiseInDays,
  followup: PromiseInDays,
  conversation: PromiseInDays,
  mismatch: PromiseInDays,
  ready: PromiseElsewhere,
  /** Days a patient has before their missing answer stands in the inbox. */
  unanswereddays: z.int().min(1).max(30),
  work_item: PromiseElsewhere,
  task: PromiseElsewhere,
});
