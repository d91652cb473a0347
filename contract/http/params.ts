import * as z from "zod/mini";
import { limits } from "#contract/constants.ts";
import { Cursor, Id, optionalText } from "#contract/fields/fields.ts";

/** Path parameter `{id}` of one of our rows. */
export const IdParams = z.object({ id: Id });

/** Query of a paged list: the `nextpage` of the previous page, absent for the first. */
export const PageQuery = z.object({ nextpage: optionalText(Cursor) });

/** A whole number in a query: digits only, where `Number` would accept an empty text and `0x10` as well. */
export const wholeNumber = (message = "Please enter a whole number.") =>
  z.pipe(
    z.union([z.int(), z.string().check(z.regex(/^\d{1,16}$/))], message),
    z.coerce.number<number | string>().check(z.int(message), z.minimum(0, message)),
  );

/** Query of the messaging API's lists: newest first, `limit` at most the page size of spec §9. */
export const CursorQuery = z.object({
  cursor: optionalText(Cursor),
  limit: z._default(
    optionalText(
      wholeNumber("Please ask for a whole number of items.").check(z.minimum(1), z.maximum(limits.messagePageSize)),
    ),
    limits.messagePageSize,
  ),
});
