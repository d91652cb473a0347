import { inTransaction } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { withdrawUpsellRequest } from "#server/care/public.ts";
import { lockOrdersOf, presentOrder } from "#server/store/public.ts";

/**
 * Withdraws an order of upsells before the doctor has decided. Idempotent. Refuses `not_found` for an order that is not the patient's,
 * `wrong_state` after a decision.
 */
export async function withdrawUpsell(services: Services, patientId: string, orderId: string) {
  await inTransaction(services.db, async (tx) => {
    await lockOrdersOf(tx, patientId);
    await withdrawUpsellRequest({ ...services, db: tx }, patientId, orderId);
  });
  const order = await presentOrder(services, orderId);
  if (!order) throw new Refusal("not_found");
  return { message: "Taken back. You are not charged. Your treatment stays as it is.", order };
}
