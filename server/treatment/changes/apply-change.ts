import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { productColumns } from "#server/orders/public.ts";
import { releasePrescriptionOrders } from "../prescription-orders/apply-prescription-decision.ts";
import { type TreatmentSnapshot, scheduledPrescriptionOrder, subscriptionIn } from "../treatment-snapshot.ts";
import type { TreatmentChangeRow } from "./change-queries.ts";
import { changedPriceCents, type PricedProduct } from "./change-rules.ts";
import { saveSubscriptionLine } from "./subscription-line.ts";
import { updateSubscriptions, updatePrescriptionOrders, rescheduledTo, type PrescriptionOrderRow } from "../queries.ts";

/** The prescription writes of a treatment change. The care feature passes them in, since it depends on this one. */
export interface PrescriptionWriter {
  /** Ends the patient's prescription of a product because another one replaces it. */
  readonly replace: (services: TxServices, patientId: string, productId: string) => Promise<void>;
  /** Writes the prescription of the replacement. */
  readonly prescribe: (
    services: TxServices & Refuses<"wrong_state">,
    prescription: {
      readonly patientId: string;
      readonly orderId: string;
      readonly doctorId: string;
      readonly productId: string;
      readonly refills: number;
      readonly fillDays: number;
      readonly directions: string;
    },
  ) => Promise<void>;
}

/**
 * Applies a treatment change from the next prescription order on: writes a new prescription with its own refills, releases a prescription
 * order that was on hold, and has the patient notified of the charge again. What was already ordered stays. Runs in the transaction of a
 * caller that holds the patient's order lock.
 */
export async function applyTreatmentChange(
  services: TxServices & Refuses<"wrong_state">,
  snapshot: TreatmentSnapshot,
  change: Pick<
    TreatmentChangeRow,
    "subscription_id" | "doctor_id" | "to_product_id" | "to_pricing_id" | "to_price_cents" | "refills"
  > & { readonly directions: string | null },
  { product, pricing }: PricedProduct,
  { prescribe }: Pick<PrescriptionWriter, "prescribe">,
): Promise<void> {
  const { db, content } = services;
  const subscription = subscriptionIn(snapshot, change.subscription_id);
  const { patient_id: patientId, order_id: orderId } = subscription;
  const price_cents = changedPriceCents(content, change, subscription.quantity);
  await saveSubscriptionLine(db, { ...productColumns({ product, pricing }), subscription_id: subscription.id });
  await updateSubscriptions(db, [subscription.id], {
    product_id: product.productid,
    pricing_id: pricing.pricingid,
    price_cents,
    days_supply: pricing.dayssupply * subscription.quantity,
    discontinued_on: null,
  });
  await prescribe(services, {
    patientId,
    orderId,
    doctorId: change.doctor_id,
    productId: product.productid,
    // One for the next prescription order, plus the refills after it.
    refills: change.refills + 1,
    fillDays: pricing.dayssupply * subscription.quantity,
    directions: change.directions ?? product.howtouse,
  });
  const prescriptionOrder = scheduledPrescriptionOrder(snapshot, subscription.id);
  if (!prescriptionOrder) return;
  await updatePrescriptionOrders(db, [prescriptionOrder.id], {
    amount_cents: price_cents,
    discount_cents: discountAfterChange(prescriptionOrder, subscription.price_cents, price_cents),
    notified_cents: null,
    // A past-due one keeps its retry days.
    ...(prescriptionOrder.failed_on === null && rescheduledTo(prescriptionOrder.charge_on)),
  });
  // Also plans the charges again.
  await releasePrescriptionOrders(services, patientId, product.productid);
}

/**
 * The discount on the new price, in cents: the same share as of the old one. The practice's cancel offer is a percentage and grows with the
 * price; a coupon or an earned discount may have been an amount and never takes off more than it did.
 */
function discountAfterChange(
  { discount_cents, discount_order_id }: PrescriptionOrderRow,
  beforeCents: number,
  afterCents: number,
): number {
  const proportional = beforeCents === 0 ? 0 : Math.floor((discount_cents * afterCents) / beforeCents);
  return discount_order_id === null ? proportional : Math.min(proportional, discount_cents);
}
