import { sql } from "kysely";
import { deleteClickIds } from "#server/onboarding/public.ts";
import { inTransaction, type Database } from "#server/platform/database/open.ts";
import type { Caller, RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { deleteUnforwardedEvents } from "./event-queries.ts";

type Deps = Pick<Services, "db" | "clock" | "config"> & { readonly caller: Caller; readonly request: RequestMetadata };

/** Whether the patient allows forwarding, whether their browsers forbid it (GPC), and whether forwarding is configured at all. */
export async function readMeasurement({ db, config, caller, request }: Deps) {
  const { allowed, gpc } = await findMeasurementConsent(db, caller.patientId);
  return { allowed, gpc: gpc || request.gpc, configured: config.eventsForward !== null };
}

/** Allows or forbids forwarding. Allowing applies to future events; forbidding also deletes what waits in the outbox. */
export async function changeMeasurement(services: Deps, allowed: boolean) {
  const { clock, caller, request } = services;
  const { patientId } = caller;
  const now = clock.now();
  return inTransaction(services, async (tx) => {
    await saveMeasurementConsent(tx.db, patientId, allowed, now);
    if (!allowed) await deleteUnforwardedEvents(tx.db, patientId);
    if (request.gpc) await recordGpc(tx, patientId);
    else if (allowed) await clearGpc(tx.db, patientId, now);
    return readMeasurement(tx);
  });
}

/**
 * A patient's browser sends Global Privacy Control: from here on no event of theirs is forwarded, and stored click ids are deleted. Reads
 * only, once recorded.
 */
export async function recordGpc({ db, clock }: Pick<Services, "db" | "clock">, patientId: string): Promise<void> {
  const { gpc } = await findMeasurementConsent(db, patientId);
  if (gpc) return;
  await inTransaction({ db }, async ({ db: tx }) => {
    if (await saveGpc(tx, patientId, clock.now())) await deleteClickIds(tx, patientId);
  });
}

interface MeasurementConsent {
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
async function saveMeasurementConsent(db: Database, patientId: string, allowed: boolean, now: Date): Promise<void> {
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
async function saveGpc(db: Database, patientId: string, now: Date): Promise<boolean> {
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
async function clearGpc(db: Database, patientId: string, now: Date): Promise<void> {
  await db
    .updateTable("measurement_consent")
    .set({ gpc_seen_at: null, changed_at: now })
    .where("patient_id", "=", patientId)
    .where("gpc_seen_at", "is not", null)
    .execute();
}
