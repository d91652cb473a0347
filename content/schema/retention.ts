import { z } from "zod";
import { NonEmptyText } from "./fields.ts";

/** How long records are kept. */
export const RetentionFile = z.strictObject({
  note: NonEmptyText,
  /** Years since the last care in which clinical records may not be erased. */
  clinicalyears: z.int().min(1).max(100),
  /** Years in which audit entries may not be dropped. */
  audityears: z.int().min(1).max(100),
});
