import type { Tx } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { updateVisitRecord, lockVisitRecord } from "./flow/record-queries.ts";
import { finishStep } from "./flow/steps.ts";

/**
 * Puts a visit that was finished by this order back to its last step, where the patient pays again, in the caller's transaction. False when
 * it was not finished by this order, or was stopped for the patient's safety.
 */
export async function reopenCheckout(
  { db, clock }: Pick<Services, "clock"> & { readonly db: Tx },
  { patientId, orderId }: { readonly patientId: string; readonly orderId: string },
): Promise<boolean> {
  const record = await lockVisitRecord(db, patientId);
  if (record?.status !== "DONE" || record.orderId !== orderId || record.stopRuleId !== null) return false;
  const open = {
    status: "PENDING" as const,
    step: finishStep,
    done_at: null,
    order_id: null,
    completion_key: null,
    payment_started_at: null,
  };
  await updateVisitRecord(db, patientId, open, clock.now());
  return true;
}
