import type { Database } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { patientById, updatePatient } from "#server/auth/public.ts";

/** Whether a charge failed that has not been paid since. */
async function isOwing(db: Database, patientId: string): Promise<boolean> {
  const owed = await db
    .selectFrom("prescription_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "scheduled")
    .where("failed_on", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return owed !== undefined;
}

/** Takes the notice of a failed payment down once nothing is owed. */
export async function forgiveIfNothingOwed(parts: TxServices, patientId: string): Promise<void> {
  if (await isOwing(parts.db, patientId)) return;
  const { failedTransactionReason } = await patientById(parts, patientId);
  if (failedTransactionReason !== null) await updatePatient(parts, patientId, { failedTransactionReason: null });
}
