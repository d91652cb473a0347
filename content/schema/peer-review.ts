import { z } from "zod";
import { NonEmptyText } from "./fields.ts";

/** How many of a prescriber's decisions of a month another prescriber reads. */
export const PeerReviewFile = z
  .strictObject({
    note: NonEmptyText,
    /** The fewest, or all where there are fewer. */
    least: z.int().min(1).max(50),
    /** Of the month's decisions, where that is more. */
    percent: z.int().min(1).max(100),
    /** However many there were. */
    most: z.int().min(1).max(200),
  })
  .refine(({ least, most }) => least <= most, "must have a `most` that isn’t below `least`");
