import { transact } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { withdrawAddition } from "#server/care/public.ts";
import { lockOrdersOf, presentOrder } from "#server/store/public.ts";

/**
 * She takes an order of offers back while her doctor has not decided. Again it changes nothing. Refuses `not_found` for an order that is none
 * of hers, `wrong_state` after a decision.
 */
export async function withdrawUpsell(parts: Services, patientId: string, orderId: string) {
  await transact(parts.db, async (tx) => {
    await lockOrdersOf(tx, patientId);
    await withdrawAddition({ ...parts, db: tx }, patientId, orderId);
  });
  const order = await presentOrder(parts, orderId);
  if (!order) throw new Refusal("not_found");
  return { message: "Taken back. You are not charged. Your treatment stays as it is.", order };
}
