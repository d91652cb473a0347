import type { Content } from "#content/loader/load.ts";
import type { RenewalLine } from "#server/store/public.ts";
import { type TreatmentSnapshot, subscriptionIn, currentUnitPriceCents } from "./treatment-snapshot.ts";
import type { PrescriptionOrderRow } from "./queries.ts";

/** The renewal line a prescription order is charged as. */
export function renewalLine(
  content: Content,
  snapshot: TreatmentSnapshot,
  prescriptionOrder: PrescriptionOrderRow,
): RenewalLine {
  const subscription = subscriptionIn(snapshot, prescriptionOrder.subscription_id);
  const unitPriceCents = currentUnitPriceCents(content, subscription);
  const changed = snapshot.changed.get(subscription.id);
  return {
    sourceOrderId: subscription.order_id,
    ...(changed && { changed }),
    productId: subscription.product_id,
    quantity: subscription.quantity,
    unitPriceCents,
    discountCents: Math.min(prescriptionOrder.discount_cents, unitPriceCents * subscription.quantity),
  };
}
