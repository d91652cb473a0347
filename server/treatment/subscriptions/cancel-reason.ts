import { hasOpenReport, reportEmergency, detectEmergency } from "#server/emergency/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { openWorkItem } from "#server/work-items/public.ts";

const sealContext = sealed("subscription.cancel_reason_sealed");

/**
 * Saves the patient's reason for cancelling, if any, sealed like all of a patient's own words, and puts it in front of a clinician. An emergency in it is
 * reported instead, once if the same words come with several subscriptions.
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
  if (!report) await openReasonItem(services, patientId, reason);
  for (const id of ids)
    await db
      .updateTable("subscription")
      .set({ cancel_reason_sealed: secrets.seal(reason, sealContext(id)) })
      .where("id", "=", id)
      .execute();
}

/** A clinician reads why: it may be a side effect. */
const openReasonItem = (services: TxServices, patientId: string, reason: string) =>
  openWorkItem(services, {
    ...{ kind: "words", patientId, scope: "clinical", within: services.content.workitems.words.within, holds: [] },
    entry: { answers: [{ question: "Why they canceled", before: null, after: reason }], flags: [], document: null },
  });

/** The subscriptions a patient has cancelled, newest first, with their reasons: for the practice. */
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
