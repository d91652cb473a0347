import { sql } from "kysely";
import type { Database } from "#server/platform/database/open.ts";

export interface MeasurementConsent {
  readonly allowed: boolean;
  /** One of the patient's browsers sends Global Privacy Control. */
  readonly gpc: boolean;
}

/** The patient's choice; no choice means no. */
export async function findMeasurementConsent(db: Database, patientId: string): Promise<MeasurementConsent> {
  const row = await db
    .selectFrom("measurement_consent")
    .select(["allowed", "gpc_seen_at"])
    .where("patient_id", "=", patientId)
    .executeTakeFirst();
  return { allowed: row?.allowed ?? false, gpc: Boolean(row?.gpc_seen_at) };
}

/** Saves the patient's choice; repeating it does not move the time from which it applies. */
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

/** Records that one of the patient's browsers sends Global Privacy Control. False: it was recorded before, and nothing is written. */
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

/** Clears the signal: the patient allowed forwarding from a browser without it, which applies from `now`. */
export async function clearGpc(db: Database, patientId: string, now: Date): Promise<void> {
  await db
    .updateTable("measurement_consent")
    .set({ gpc_seen_at: null, changed_at: now })
    .where("patient_id", "=", patientId)
    .where("gpc_seen_at", "is not", null)
    .execute();
}
