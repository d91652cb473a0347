import type { Database } from "#server/platform/database/open.ts";
import { beyondCursor, type KeysetCursor } from "#server/platform/pagination.ts";

/** Which entries to read; `until` is not included. */
export interface AuditFilter {
  readonly patientId?: string | undefined;
  readonly actor?: string | undefined;
  readonly since?: Date | undefined;
  readonly until?: Date | undefined;
}

/** Up to `limit` entries, newest first. Filter by patient or actor: each has an index in every month. */
export async function readAudit(
  db: Database,
  { patientId, actor, since, until }: AuditFilter,
  after: KeysetCursor | null,
  limit: number,
) {
  return db
    .selectFrom("audit_event")
    .select(["id", "at", "actor", "patient_id", "call", "status", "code"])
    .$if(patientId !== undefined, (entries) => entries.where("patient_id", "=", patientId ?? ""))
    .$if(actor !== undefined, (entries) => entries.where("actor", "=", actor ?? ""))
    .$if(since !== undefined, (entries) => entries.where("at", ">=", since ?? new Date(0)))
    .$if(until !== undefined, (entries) => entries.where("at", "<", until ?? new Date(0)))
    .where(beyondCursor("at", "<", "id", after && { at: after.at, id: entryNumber(after.id) }))
    .orderBy("at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

export type AuditRow = Awaited<ReturnType<typeof readAudit>>[number];

const idPrefix = "00000000-0000-0000-0000-";

/** Where a page that ends with this entry goes on; cursors have UUIDs, so its number is written as one. */
export const auditCursor = ({ at, id }: Pick<AuditRow, "at" | "id">): KeysetCursor => ({
  at,
  id: idPrefix + BigInt(id).toString(16).padStart(12, "0"),
});

const entryNumber = (id: string): string => BigInt(`0x${id.slice(idPrefix.length)}`).toString();
