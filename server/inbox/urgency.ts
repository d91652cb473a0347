import { type RawBuilder, sql } from "kysely";
import { type InboxKind, inboxKinds } from "#contract/care/inbox-kinds.ts";
import { Refusal } from "#server/platform/refusal.ts";
import { sentence } from "#server/platform/sentences.ts";

/** What is too late within this time comes before what only waits, ms. */
const soonMs = 24 * 3_600_000;

/** One rank of what waits: which rows of `waiting` are of it, and by what they are placed within it. */
export interface Rank {
  readonly rank: number;
  readonly includes: RawBuilder<unknown>;
  readonly at: RawBuilder<unknown>;
}

/** What only waits. */
export const lastRank = 3;

/**
 * By urgency: an emergency nobody has acknowledged; what else there is of a patient with an open one; what is too late within a day, soonest first; then what
 * has waited longest. Each rank is a condition on columns that the tables have an index of, so that what is urgent is found without reading the rest.
 * `told` and `held` are the statement's (`waiting.ts`).
 */
export function urgencyRanks(asOf: Date): readonly Rank[] {
  const soon = sql`${new Date(asOf.getTime() + soonMs)}::timestamptz`;
  const isOfEmergency = sql`(kind = 'emergency' or patient_id = any(array(select patient_id from told)))`;
  // A column a kind doesn't have is a constant null in its rows; asked first whether it is, the planner sees that none of them is too late by it.
  const isSoon = sql`((due is not null and due <= ${soon})
    or (due is null and order_id is not null and exists (select from held where ends <= ${soon})
      and order_id = any(array(select order_id from held where ends <= ${soon}))))`;
  const isCalm = sql`not first and ${isOfEmergency} is not true`;
  const since = sql`since`;
  return [
    { rank: 0, includes: sql`first`, at: since },
    { rank: 1, includes: sql`not first and ${isOfEmergency}`, at: since },
    {
      rank: 2,
      includes: sql`${isCalm} and ${isSoon}`,
      at: sql`coalesce(due, (select ends from held where held.order_id = waiting.order_id))`,
    },
    { rank: lastRank, includes: sql`${isCalm} and ${isSoon} is not true`, at: since },
  ];
}

/** Where a page ends: the place of its last row. */
export interface InboxCursor {
  readonly rank: number;
  /** In microseconds, as the database orders rows. */
  readonly at: string;
  readonly id: string;
  readonly kind: InboxKind;
}

const cursorPattern =
  /^([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-3]) ([1-9]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\w+)$/;

export const encodeInboxCursor = (asOf: Date, { rank, at, id, kind }: InboxCursor): string =>
  Buffer.from(`${asOf.toISOString()} ${rank} ${at} ${id} ${kind}`).toString("base64url");

/** The moment the first page was read at, and where this one goes on. A cursor no list handed out is `bad_request`. */
export function decodeInboxCursor(cursor: string): { readonly asOf: Date; readonly after: InboxCursor } {
  const [, asOf = "", rank = "", at = "", id = "", kind = ""] =
    cursorPattern.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  if (Number.isNaN(Date.parse(asOf)) || Number.isNaN(Date.parse(at)) || !isKind(kind))
    throw new Refusal("bad_request", { fields: [{ path: "nextpage", message: sentence("requests.start_again") }] });
  return { asOf: new Date(asOf), after: { rank: Number(rank), at, id, kind } };
}

const isKind = (kind: string): kind is InboxKind => (inboxKinds as readonly string[]).includes(kind);
