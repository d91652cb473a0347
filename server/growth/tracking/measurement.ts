import { forgetClicks } from "#server/onboarding/public.ts";
import { transact } from "#server/platform/database/open.ts";
import type { Caller, RequestFacts } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { clearGpc, consentOf, saveConsent, saveGpc } from "./consent-queries.ts";
import { dropWaiting } from "./event-queries.ts";

type Parts = Pick<Services, "db" | "clock" | "config"> & { readonly caller: Caller; readonly request: RequestFacts };

/** Whether she allows it, whether her browsers forbid it, and whether there is anything to allow. */
export async function measurement({ db, config, caller, request }: Parts) {
  const { allowed, gpc } = await consentOf(db, caller.patientId);
  return { allowed, gpc: gpc || request.gpc, configured: config.eventsForward !== null };
}

/** Allows or forbids it. Allowing holds for what comes; forbidding also takes back what waits. */
export async function changeMeasurement(parts: Parts, allowed: boolean) {
  const { clock, caller, request } = parts;
  const { patientId } = caller;
  const now = clock.now();
  return transact(parts.db, async (tx) => {
    await saveConsent(tx, patientId, allowed, now);
    if (!allowed) await dropWaiting(tx, patientId);
    if (request.gpc) await noteGpc({ ...parts, db: tx }, patientId);
    else if (allowed) await clearGpc(tx, patientId, now);
    return measurement({ ...parts, db: tx });
  });
}

/** A browser of hers asks for privacy: from now on nothing of hers leaves, and the clicks that brought her are forgotten. Read only, once known. */
export async function noteGpc({ db, clock }: Pick<Services, "db" | "clock">, patientId: string): Promise<void> {
  const { gpc } = await consentOf(db, patientId);
  if (gpc) return;
  await transact(db, async (tx) => {
    if (await saveGpc(tx, patientId, clock.now())) await forgetClicks(tx, patientId);
  });
}
