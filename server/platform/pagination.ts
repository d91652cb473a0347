import { type RawBuilder, sql } from "kysely";
import { Refusal } from "./refusal.ts";
import { sentence } from "./sentences.ts";

/** Where a page ends: the sort key of its last row. */
export interface KeysetCursor {
  readonly at: Date;
  readonly id: string;
  /** In a list with priority rows first: whether the row is one of them. */
  readonly isPriority?: boolean;
}

/** Rows per page of a list. */
export const pageSize = 50;

/** Years have four digits: Postgres has no year 0. */
const cursorPattern =
  /^(!?)([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** Decodes a cursor, null for the first page. A cursor no list handed out is `bad_request` at the given field. */
export function decodeCursor(cursor: string | undefined, field = "nextpage"): KeysetCursor | null {
  if (cursor === undefined) return null;
  const [, isPriority, at = "", id = ""] =
    cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (Number.isNaN(Date.parse(at)))
    throw new Refusal("bad_request", { fields: [{ path: field, message: sentence("requests.start_again") }] });
  return { at: new Date(at), id, isPriority: isPriority === "!" };
}

/** Condition for rows beyond a cursor, in a list sorted by `at`, then `id`; `<` for one sorted descending. */
export const beyondCursor = (
  at: string,
  direction: "<" | ">",
  id: string,
  cursor: KeysetCursor | null,
): RawBuilder<boolean> =>
  cursor === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) ${sql.raw(direction)} (${cursor.at}, ${cursor.id})`;

/** As `beyondCursor`, for a list of priority rows first, then sorted ascending. */
export const beyondPriorityCursor = (
  isPriority: RawBuilder<boolean>,
  at: string,
  id: string,
  cursor: KeysetCursor | null,
): RawBuilder<boolean> => {
  const beyondSortKey = beyondCursor(at, ">", id, cursor);
  if (cursor === null) return beyondSortKey;
  return cursor.isPriority
    ? sql<boolean>`(not ${isPriority} or ${beyondSortKey})`
    : sql<boolean>`(not ${isPriority} and ${beyondSortKey})`;
};

/** One page of `size` from up to `size + 1` rows, with the next page's cursor, null on the last. */
export function paginate<T>(
  rows: readonly T[],
  cursorOf: (row: T) => KeysetCursor,
  size = pageSize,
): { readonly items: readonly T[]; readonly nextpage: string | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextpage: rows.length > size && last !== undefined ? encodeCursor(cursorOf(last)) : null };
}

const encodeCursor = ({ at, id, isPriority = false }: KeysetCursor): string =>
  Buffer.from(`${isPriority ? "!" : ""}${at.toISOString()} ${id}`).toString("base64url");
