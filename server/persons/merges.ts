import type { Selectable } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";

/*
 * Where two records of one person became one account, the record of the closed one stays as it was and is read beside the one that goes on. Whoever asks
 * for it by its id learns the id of the other.
 */

export type MergeRow = Selectable<Tables["record_merge"]>;

const merged = (db: Database) =>
  db.selectFrom("record_merge").where("merged_at", "is not", null).where("undone_at", "is", null);

/** The record that a closed account's was merged into; null: it wasn't. */
export async function mergedInto(db: Database, patientId: string): Promise<string | null> {
  const row = await merged(db).select("surviving_id").where("retired_id", "=", patientId).executeTakeFirst();
  return row?.surviving_id ?? null;
}

/** The records that were merged into this one, oldest merge first. */
export const mergedFrom = async (db: Database, patientId: string): Promise<string[]> =>
  (await mergesInto(db, patientId)).map(({ id }) => id);

/** The same, with when each became one account with it. */
export async function mergesInto(
  db: Database,
  patientId: string,
): Promise<{ readonly id: string; readonly mergedAt: Date }[]> {
  const rows = await merged(db)
    .select(["retired_id", "merged_at"])
    .where("surviving_id", "=", patientId)
    .orderBy("merged_at")
    .orderBy("id")
    .execute();
  return rows.flatMap(({ retired_id: id, merged_at: mergedAt }) => (mergedAt === null ? [] : [{ id, mergedAt }]));
}

/** Whether both records are one account now. */
export async function areMerged(db: Database, ids: readonly [string, string]): Promise<boolean> {
  const row = await merged(db)
    .select("id")
    .where("surviving_id", "in", ids)
    .where("retired_id", "in", ids)
    .executeTakeFirst();
  return row !== undefined;
}
