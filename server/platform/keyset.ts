import { type RawBuilder, sql } from "kysely";
import { Refusal } from "./refusal.ts";

/** Where a page ends: the sort key of its last row. */
export interface Place {
  readonly at: Date;
  readonly id: string;
  /** In a list where some stand first whatever their time: whether the row is one of them. */
  readonly front?: boolean;
}

/** Rows of one page of a list. */
export const pageSize = 50;

/** Years of four digits: Postgres has no year 0. */
const form = /^(!?)([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

/** The place a cursor stands for, null for the first page. A cursor no list handed out is `bad_request` at the field it came in. */
export function placeOf(cursor: string | undefined, field = "nextpage"): Place | null {
  if (cursor === undefined) return null;
  const [, front, at = "", id = ""] = form.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (Number.isNaN(Date.parse(at)))
    throw new Refusal("bad_request", { fields: [{ path: field, message: "Please start the list again." }] });
  return { at: new Date(at), id, front: front === "!" };
}

/** The rows beyond a place, in a list sorted by the column `at`, then `id`; `<` for one sorted downwards. */
export const beyond = (at: string, direction: "<" | ">", id: string, place: Place | null): RawBuilder<boolean> =>
  place === null
    ? sql<boolean>`true`
    : sql<boolean>`(${sql.ref(at)}, ${sql.ref(id)}) ${sql.raw(direction)} (${place.at}, ${place.id})`;

/** As `beyond`, upwards, in a list sorted by `front` downwards before. */
export const beyondFront = (
  front: RawBuilder<boolean>,
  at: string,
  id: string,
  place: Place | null,
): RawBuilder<boolean> => {
  const further = beyond(at, ">", id, place);
  if (place === null) return further;
  return place.front ? sql<boolean>`(not ${front} or ${further})` : sql<boolean>`(not ${front} and ${further})`;
};

/** One page of `size` out of up to `size + 1` rows read, with the cursor of the next page, null on the last. */
export function pageOf<T>(
  rows: readonly T[],
  place: (row: T) => Place,
  size = pageSize,
): { readonly items: readonly T[]; readonly nextpage: string | null } {
  const items = rows.slice(0, size);
  const last = items.at(-1);
  return { items, nextpage: rows.length > size && last !== undefined ? cursorAt(place(last)) : null };
}

const cursorAt = ({ at, id, front = false }: Place): string =>
  Buffer.from(`${front ? "!" : ""}${at.toISOString()} ${id}`).toString("base64url");
