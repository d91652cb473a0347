import { Refusal, refusesAny } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { cancelPrescriptionOrder } from "./prescription-orders/cancel-prescription-order.ts";
import { cancelSubscriptions } from "./subscriptions/cancel-subscription.ts";

/**
 * Ends a patient's treatment when the account is closed: refunds what is paid and has not left the pharmacy, and cancels every subscription
 * with its scheduled charges, open treatment changes and upsells.
 */
export async function endTreatment(services: TxServices, patientId: string): Promise<void> {
  const placed = await services.db
    .selectFrom("prescription_order")
    .select("id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "ordered")
    .orderBy("created_at")
    .execute();
  for (const { id } of placed)
    await ifPossible(() => cancelPrescriptionOrder({ ...services, ...refusesAny }, patientId, id));
  await ifPossible(() => cancelSubscriptions({ ...services, ...refusesAny }, { patientId }));
}

/** What has shipped or has already ended stays as it is: the rules refuse it before they change anything. */
async function ifPossible(work: () => Promise<unknown>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
  });
}
