import { type RawBuilder, sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

/** Condition: somebody says that the patient whose id is in this column died. */
export const isDeathReported = (patientId: string): RawBuilder<boolean> =>
  sql<boolean>`exists (select from patient deceased
    where deceased.id = ${sql.ref(patientId)} and deceased.death_reported_at is not null)`;

/** The same of one patient. Asked under the lock of the patient's orders, it stays so until the transaction ends. */
export async function hasReportedDeath(db: Database, patientId: string): Promise<boolean> {
  const row = await db
    .selectFrom("patient")
    .select("id")
    .where("id", "=", patientId)
    .where("death_reported_at", "is not", null)
    .executeTakeFirst();
  return row !== undefined;
}
