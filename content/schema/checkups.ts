import { z } from "zod";
import { ContentId, NonEmptyText } from "./fields.ts";

/** A checkup that patients have elsewhere, and which answers say that it's overdue. */
const Checkup = z.strictObject({
  label: NonEmptyText.max(80),
  question: ContentId,
  /** Answers that say so by themselves. */
  overdue: z.array(ContentId).min(1),
  /** For how many months after it was given an answer says that it isn't. */
  lasts: z.record(ContentId, z.int().min(1).max(240)),
  /** Of whom it's asked, in years, both included. */
  ages: z
    .strictObject({ from: z.int().min(0).max(120), to: z.int().min(0).max(120) })
    .refine(({ from, to }) => from <= to, "must begin before they end"),
  source: NonEmptyText,
});
export type Checkup = z.output<typeof Checkup>;

export const CheckupsFile = z.strictObject({ note: NonEmptyText, checkups: z.record(ContentId, Checkup) });
