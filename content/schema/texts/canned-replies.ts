import { z } from "zod";
import { ContentId, NonEmptyText, textWith } from "../fields.ts";

/** The placeholders of the texts in `canned-replies.yaml`. */
export const cannedReplyPlaceholders = ["firstname", "doctor"] as const;

/** An answer the practice gives often, in the conversations of this kind. */
const CannedReply = z.strictObject({
  id: ContentId,
  /** What the practice's people choose it by. */
  title: NonEmptyText,
  to: z.array(z.enum(["doctor", "patient_services"])).min(1),
  text: textWith(...cannedReplyPlaceholders)
    .min(1)
    .max(2000),
});
export type CannedReply = z.output<typeof CannedReply>;

export const CannedRepliesFile = z.strictObject({
  reviewed: NonEmptyText,
  replies: z
    .array(CannedReply)
    .refine((replies) => new Set(replies.map(({ id }) => id)).size === replies.length, "must have an id of their own"),
});
