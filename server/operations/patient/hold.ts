import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import { erasureRules } from "./erasure-rules.ts";
import type { DataSubject } from "./data-subject.ts";

/** When the patient last received care, according to the clinical tables; null if they never did. */
export async function findLastCareAt(db: Database, subject: DataSubject): Promise<Date | null> {
  const tablesWithCareDates = erasureRules.filter(({ care: careColumns }) => careColumns.length > 0);
  const maxDateQueries = tablesWithCareDates.map(
    ({ table, care: careColumns, rows }) =>
      sql`select max(greatest(${sql.join(careColumns.map((column) => sql.ref(column)))})) as at from ${sql.table(table)} where ${rows(subject)}`,
  );
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from (${sql.join(maxDateQueries, sql` union all `)}) as care`.execute(db);
  return rows[0]?.at ?? null;
}

/** Until when clinical records are retained; null if there is no retention, or it is over. */
export function clinicalRetentionEnd(lastCareAt: Date | null, years: number, now: Date): Date | null {
  if (lastCareAt === null) return null;
  const until = new Date(lastCareAt);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until > now ? until : null;
}
