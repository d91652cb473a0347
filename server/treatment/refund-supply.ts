import { v5 } from "uuid";
import type { TxServices } from "#server/platform/services.ts";
import { refundableCents } from "#server/payment/public.ts";
import { cancelLine, type OrderRow, refundOrder } from "#server/store/public.ts";
import { releaseUnusedDiscounts } from "./billing/release-unused-discounts.ts";
import { updatePrescriptionOrders, isFullyCancelled, type PrescriptionOrderRow } from "./queries.ts";

/** UUID namespace of the refund ids of prescription orders. */
const refundIdNamespace = "7d3f1c52-9a0e-4a6b-8f0d-3c1f5f2a7b64";

/**
 * A paid prescription order is not shipped: its order line is cancelled, and a job refunds its amount; with the last one of an order, all that
 * is left. Runs in the transaction of a caller that holds the patient's order lock. Returns the refunded amount in cents.
 */
export async function refundPrescriptionOrder(
  services: TxServices,
  order: OrderRow,
  prescriptionOrder: PrescriptionOrderRow,
): Promise<number> {
  const { db, clock } = services;
  await updatePrescriptionOrders(db, [prescriptionOrder.id], { status: "cancelled", settled_at: clock.now() });
  // An earned discount becomes available again with the last prescription order it was used for.
  await releaseUnusedDiscounts(services, prescriptionOrder.patient_id);
  if (prescriptionOrder.product_id !== null) await cancelLine(db, order.id, prescriptionOrder.product_id, clock.now());
  const refundable = await refundableCents(db, order.id);
  const isLast = await isFullyCancelled(db, order.id);
  const amountCents = isLast ? refundable : Math.min(refundable, prescriptionOrder.amount_cents);
  if (amountCents > 0)
    await refundOrder(services, {
      orderId: order.id,
      refundId: v5(prescriptionOrder.id, refundIdNamespace),
      amountCents,
      reason: "The supply was cancelled",
    });
  return amountCents;
}
