import { sql } from "kysely";
import { type Database, inTransaction, type Tx } from "#server/platform/database/open.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";

/** Which entries to read; `until` is not included. */
export interface AuditFilter {
  readonly patientId?: string | undefined;
  readonly actor?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
  /** Names of calls. */
  readonly calls?: readonly string[] | undefined;
  readonly grounds?: readonly string[] | undefined;
  readonly refused?: boolean | undefined;
}

/** Up to `limit` entries, newest first. Filter by patient or actor: each has an index in every month, in this order. */
export const readAudit = (db: Database, filter: AuditFilter, after: KeysetCursor | null, limit: number) =>
  inTransaction({ db }, async ({ db: tx }) => {
    await sortNothing(tx);
    return entries(tx, filter, after, limit).execute();
  });

/** Of a month not analyzed yet the planner expects few entries: it would read all of a busy key's and sort them. */
export const sortNothing = (tx: Tx) => sql`set local enable_sort = off`.execute(tx);

export const entries = (
  db: Database,
  { patientId, actor, since, until, calls, grounds, refused }: AuditFilter,
  after: KeysetCursor | null,
  limit: number,
) =>
  db
    .selectFrom("audit_event")
    .select(["id", "at", "actor", "patient_id", "call", "status", "code", "ground", "access_id"])
    .$if(patientId !== undefined, (query) => query.where("patient_id", "=", patientId ?? ""))
    .$if(actor !== undefined, (query) => query.where("actor", "=", actor ?? ""))
    .$if(since !== undefined, (query) => query.where("at", ">=", since ?? new Date(0)))
    .$if(until !== undefined, (query) => query.where("at", "<", until ?? new Date(0)))
    .$if(calls !== undefined, (query) => query.where("call", "in", [...(calls ?? [])]))
    .$if(grounds !== undefined, (query) => query.where("ground", "in", [...(grounds ?? [])]))
    .$if(refused !== undefined, (query) => query.where("status", refused ? ">=" : "<", 400))
    .where(beyondCursor("at", "<", "id", after && { at: after.at, id: entryNumber(after.id) }))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit);

export type AuditRow = Awaited<ReturnType<typeof readAudit>>[number];

const idPrefix = "00000000-0000-0000-0000-";

/** Where a page that ends with this entry goes on; cursors have UUIDs, so its number is written as one. */
export const auditCursor = ({ at, id }: Pick<AuditRow, "at" | "id">): KeysetCursor => ({
  at,
  id: idPrefix + BigInt(id).toString(16).padStart(12, "0"),
});

const entryNumber = (id: string): string => BigInt(`0x${id.slice(idPrefix.length)}`).toString();
