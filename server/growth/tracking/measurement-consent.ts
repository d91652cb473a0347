import { deleteClickIds } from "#server/onboarding/public.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Caller, RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { clearGpc, findMeasurementConsent, saveMeasurementConsent, saveGpc } from "./consent-queries.ts";
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
  return inTransaction(services.db, async (tx) => {
    await saveMeasurementConsent(tx, patientId, allowed, now);
    if (!allowed) await deleteUnforwardedEvents(tx, patientId);
    if (request.gpc) await recordGpc({ ...services, db: tx }, patientId);
    else if (allowed) await clearGpc(tx, patientId, now);
    return readMeasurement({ ...services, db: tx });
  });
}

/**
 * A patient's browser sends Global Privacy Control: from here on no event of theirs is forwarded, and stored click ids are deleted. Reads
 * only, once recorded.
 */
export async function recordGpc({ db, clock }: Pick<Services, "db" | "clock">, patientId: string): Promise<void> {
  const { gpc } = await findMeasurementConsent(db, patientId);
  if (gpc) return;
  await inTransaction(db, async (tx) => {
    if (await saveGpc(tx, patientId, clock.now())) await deleteClickIds(tx, patientId);
  });
}
