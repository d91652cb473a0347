import * as z from "zod/mini";
import { uploadTypes } from "#contract/constants.ts";
import { Id, Moment } from "./fields.ts";

/** A file stored for a patient: what it is, never its storage location. */
export const StoredFile = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(uploadTypes),
  bytes: z.int(),
  createdat: Moment,
});
