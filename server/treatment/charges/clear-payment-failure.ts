import { patientById, updatePatient } from "#server/auth/public.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";

/** Whether a failed charge is still unpaid. */
async function isPastDue(db: Database, patientId: string): Promise<boolean> {
  const pastDue = await db
    .selectFrom("prescription_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "scheduled")
    .where("failed_on", "is not", null)
    .limit(1)
    .executeTakeFirst();
  return pastDue !== undefined;
}

/** Removes the failed-payment notice once nothing is past due. */
export async function clearPaymentFailureIfPaid(services: TxServices, patientId: string): Promise<void> {
  if (await isPastDue(services.db, patientId)) return;
  const { failedTransactionReason } = await patientById(services, patientId);
  if (failedTransactionReason !== null) await updatePatient(services, patientId, { failedTransactionReason: null });
}
