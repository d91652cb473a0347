import { hasOpenReport, reportEmergency, detectEmergency } from "#server/emergency/public.ts";
import type { Services, TxServices } from "#server/platform/services.ts";

const sealContext = (subscriptionId: string): string => `subscription.cancel_reason_sealed:${subscriptionId}`;

/**
 * Keeps why a patient cancelled, where the patient said so, sealed as all of a patient's own words are. What of it cannot wait is reported, once
 * where the same words come with each subscription.
 */
export async function saveCancelReason(
  services: TxServices,
  patientId: string,
  ids: readonly string[],
  reason: string | undefined,
): Promise<void> {
  if (reason === undefined) return;
  const { db, secrets } = services;
  const emergencyMatch = detectEmergency(services.content, reason);
  const report = emergencyMatch && ({ ...emergencyMatch, patientId, source: "cancellation" } as const);
  if (report && !(await hasOpenReport(services, report))) await reportEmergency(services, report);
  for (const id of ids)
    await db
      .updateTable("subscription")
      .set({ cancel_reason_sealed: secrets.seal(reason, sealContext(id)) })
      .where("id", "=", id)
      .execute();
}

/** What a patient has cancelled, newest first, each with its reason: for the practice. */
export async function cancellationsOf(
  { db, secrets }: Pick<Services, "db" | "secrets">,
  patientId: string,
): Promise<{ subscriptionid: string; at: string; reason: string | null }[]> {
  const rows = await db
    .selectFrom("subscription")
    .select(["id", "cancelled_at", "cancel_reason_sealed"])
    .where("patient_id", "=", patientId)
    .where("status", "=", "cancelled")
    .orderBy("cancelled_at", "desc")
    .execute();
  return rows.flatMap(({ id, cancelled_at, cancel_reason_sealed: sealed }) => {
    if (cancelled_at === null) return [];
    const reason = sealed === null ? null : secrets.open<string>(sealed, sealContext(id));
    return [{ subscriptionid: id, at: cancelled_at.toISOString(), reason }];
  });
}
