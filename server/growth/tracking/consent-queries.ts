import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

export interface MeasurementConsent {
  readonly allowed: boolean;
  /** A browser of hers asks for privacy. */
  readonly gpc: boolean;
}

/** What she said about it; nothing said is no. */
export async function findMeasurementConsent(db: Database, patientId: string): Promise<MeasurementConsent> {
  const row = await db
    .selectFrom("measurement_consent")
    .select(["allowed", "gpc_seen_at"])
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return { allowed: row?.allowed ?? false, gpc: Boolean(row?.gpc_seen_at) };
}

/** Writes down what she said; saying the same again does not move the moment from which it holds. */
export async function saveMeasurementConsent(
  db: Database,
  patientId: string,
  allowed: boolean,
  now: Date,
): Promise<void> {
  await db
    .insertInto("measurement_consent")
    .values({ patient_id: patientId, allowed, changed_at: now, gpc_seen_at: null })
    .onConflict((conflict) =>
      conflict.column("patient_id").doUpdateSet({
        allowed,
        changed_at: sql`case when measurement_consent.allowed = excluded.allowed then measurement_consent.changed_at
          else excluded.changed_at end`,
      }),
    )
    .execute();
}

/** Notes that a browser of hers asks for privacy. False: it was known, and nothing is written. */
export async function saveGpc(db: Database, patientId: string, now: Date): Promise<boolean> {
  const known = await findMeasurementConsent(db, patientId);
  if (known.gpc) return false;
  await db
    .insertInto("measurement_consent")
    .values({ patient_id: patientId, allowed: false, changed_at: now, gpc_seen_at: now })
    .onConflict((conflict) => conflict.column("patient_id").doUpdateSet({ gpc_seen_at: now }))
    .execute();
  return true;
}

/** Her browsers no longer ask: she allowed it from one that does not, which counts from now on. */
export async function clearGpc(db: Database, patientId: string, now: Date): Promise<void> {
  await db
    .updateTable("measurement_consent")
    .set({ gpc_seen_at: null, changed_at: now })
    .where("patient_id", "=", patientId)
    .where("gpc_seen_at", "is not", null)
    .execute();
}
