import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";
import { registry } from "./registry.ts";
import type { Subject } from "./subject.ts";

/** When the patient was last cared for, by what the clinical tables say; null for somebody who never was. */
export async function lastCare(db: Database, subject: Subject): Promise<Date | null> {
  const dated = registry.filter(({ care }) => care.length > 0);
  const parts = dated.map(
    ({ table, care, rows }) =>
      sql`select max(greatest(${sql.join(care.map((column) => sql.ref(column)))})) as at from ${sql.table(table)} where ${rows(subject)}`,
  );
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from (${sql.join(parts, sql` union all `)}) as care`.execute(db);
  return rows[0]?.at ?? null;
}

/** Until when clinical records are held; null when they are not, or no more. */
export function heldUntil(last: Date | null, years: number, now: Date): Date | null {
  if (last === null) return null;
  const until = new Date(last);
  until.setUTCFullYear(until.getUTCFullYear() + years);
  return until > now ? until : null;
}
