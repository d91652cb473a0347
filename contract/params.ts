import * as z from "zod/mini";
import { limits } from "./constants.ts";
import { Cursor, Id } from "./shapes.ts";

/** `{id}` of one of our rows in a path. */
export const ById = z.object({ id: Id });

/** Query of a list that pages: the `nextpage` of the page before, absent for the first. */
export const NextPage = z.object({ nextpage: z.optional(Cursor) });

/** Query of the messaging API's lists: newest first, `limit` at most the page size of spec §9. */
export const CursorPage = z.object({
  cursor: z.optional(Cursor),
  limit: z._default(
    z.coerce
      .number<number | string>("Please ask for a whole number of items.")
      .check(z.int("Please ask for a whole number of items."), z.minimum(1), z.maximum(limits.messagePageSize)),
    limits.messagePageSize,
  ),
});
