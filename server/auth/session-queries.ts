import type { Database } from "#server/platform/database/open.ts";

/** Ids of the sessions that were ended at or after `since`. */
export async function sessionsRevokedSince(db: Database, since: Date): Promise<readonly string[]> {
  const rows = await db.selectFrom("session").select("id").where("revoked_at", ">=", since).execute();
  return rows.map((row) => row.id);
}
