import { lockOrder, unsentLines } from "#server/orders/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { chargeDayWhenNotified, notPastDue, cancelledColumns } from "../charge-days.ts";
import {
  cancelChargesUnderWay,
  cancelFirstPrescriptionOrders,
  refundPrescriptionOrder,
} from "../charges/cancel-and-refund.ts";
import { clearPaymentFailureIfPaid } from "../charges/clear-payment-failure.ts";
import { releaseUnusedDiscounts } from "../charges/release-unused-discounts.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  postponeCharge,
  type SubscriptionRow,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { withdrawTreatmentChanges } from "../snapshot/change-queries.ts";

/**
 * A doctor prescribed a product again: releases the prescription orders that were held back for it, also those it is the companion of, with time
 * to notify the patient. They are no longer past due: the patient is notified of the charge again.
 */
export async function releasePrescriptionOrders(
  services: TxServices,
  patientId: string,
  productId: string,
): Promise<void> {
  const { db } = services;
  const today = clinicToday(services);
  const heldBack = (await prescriptionOrdersOfProducts(db, patientId, [productId])).filter(isHeldBack);
  for (const prescriptionOrder of [...heldBack, ...(await findHeldBackForCompanion(services, patientId, productId))]) {
    const day = chargeDayWhenNotified(prescriptionOrder.charge_on, today);
    if (day !== prescriptionOrder.charge_on) await postponeCharge(db, prescriptionOrder, day);
    await updatePrescriptionOrders(db, [prescriptionOrder.id], {
      held_back_from: null,
      reminded_on: null,
      ...notPastDue,
    });
    if (prescriptionOrder.failed_on !== null)
      await updateSubscriptions(db, [prescriptionOrder.subscription_id], { status: "active" });
  }
  await planCharges(services, patientId);
  await clearPaymentFailureIfPaid(services, patientId);
}

/** Prescription orders held back although their own prescription can be filled: their companion, `productId`, could not be. */
export async function findHeldBackForCompanion(
  { db, content }: Pick<TxServices, "db" | "content">,
  patientId: string,
  productId: string,
): Promise<ProductPrescriptionOrder[]> {
  const { products } = content.catalogue;
  const companionCategories = products.find(({ productid }) => productid === productId)?.categories ?? [];
  const dependentCategories = content.requirements
    .filter(({ require }) => companionCategories.includes(require))
    .map(({ ifcategory }) => ifcategory);
  const dependentProducts = products.filter(({ categories }) =>
    categories.some((each) => dependentCategories.includes(each)),
  );
  if (dependentProducts.length === 0) return [];
  const fillable = await db
    .selectFrom("prescription")
    .select("product_id")
    .where("patient_id", "=", patientId)
    .where("status", "=", "active")
    .where("refills_left", ">", 0)
    .where("on_hold_at", "is", null)
    .where(
      "product_id",
      "in",
      dependentProducts.map(({ productid }) => productid),
    )
    .execute();
  if (fillable.length === 0) return [];
  const ids = fillable.map(({ product_id }) => product_id).filter((id) => id !== productId);
  return ids.length === 0 ? [] : (await prescriptionOrdersOfProducts(db, patientId, ids)).filter(isHeldBack);
}

type ProductPrescriptionOrder = Awaited<ReturnType<typeof prescriptionOrdersOfProducts>>[number];

const isHeldBack = ({ status, held_back_from, discontinued_on }: ProductPrescriptionOrder): boolean =>
  status === "scheduled" && held_back_from !== null && discontinued_on === null;

/**
 * A product is no longer prescribed: its subscriptions end, nothing more is charged, and what was paid and has not left the pharmacy is
 * refunded.
 */
export async function cancelSubscriptionsOfProduct(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  productId: string,
): Promise<void> {
  const { db, clock } = services;
  const beingPaid = await db
    .selectFrom("subscription")
    .selectAll()
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .where("status", "=", "pending")
    .execute();
  await cancelFirstPrescriptionOrders(services, beingPaid);
  const cancelled = await db
    .updateTable("subscription")
    .set({ status: "cancelled", cancelled_at: clock.now(), paused_until: null, charge_on_before_pause: null })
    .where("patient_id", "=", patientId)
    .where("product_id", "=", productId)
    .where("status", "!=", "cancelled")
    .returning("id")
    .execute();
  const ids = cancelled.map(({ id }) => id);
  const prescriptionOrders = await prescriptionOrdersOfProducts(db, patientId, [productId]);
  const planned = prescriptionOrders.filter(({ status }) => status === "scheduled");
  await updatePrescriptionOrders(
    db,
    planned.map(({ id }) => id),
    cancelledColumns,
  );
  await withdrawTreatmentChanges(db, ids, clock.now());
  await cancelChargesUnderWay(
    services,
    [...new Set(prescriptionOrders.map(({ subscription_id }) => subscription_id))],
    {
      oneOff: true,
    },
  );
  for (const prescriptionOrder of prescriptionOrders.filter(
    ({ status, completed_at }) => status === "ordered" && completed_at !== null,
  )) {
    const order = await lockOrder(db, prescriptionOrder.order_id ?? "");
    const unsent = order ? await unsentLines(db, order) : [];
    if (order && unsent.some(({ product_id }) => product_id === productId))
      await refundPrescriptionOrder(services, order, prescriptionOrder);
  }
  await releaseUnusedDiscounts(services, patientId);
  await clearPaymentFailureIfPaid(services, patientId);
}

/**
 * Holds back the scheduled prescription orders of these products for the doctor, and cancels charges under way that no gateway has made yet.
 */
export async function holdBackPrescriptionOrders(
  services: TxServices,
  patientId: string,
  productIds: readonly string[],
): Promise<void> {
  const { db } = services;
  const prescriptionOrders = await prescriptionOrdersOfProducts(db, patientId, productIds);
  const planned = prescriptionOrders.filter(
    ({ status, held_back_from }) => status === "scheduled" && held_back_from === null,
  );
  await updatePrescriptionOrders(
    db,
    planned.map(({ id }) => id),
    { held_back_from: clinicToday(services) },
  );
  await cancelChargesUnderWay(services, [...new Set(prescriptionOrders.map(({ subscription_id }) => subscription_id))]);
}

/** Prescription orders of these products: by the product ordered, or by what the subscription ships where nothing is ordered yet. */
const prescriptionOrdersOfProducts = (
  db: Database,
  patientId: string,
  productIds: readonly string[],
): Promise<
  (PrescriptionOrderRow & Pick<SubscriptionRow, "discontinued_on"> & { readonly shippedProductId: string })[]
> =>
  db
    .selectFrom("prescription_order")
    .innerJoin("subscription", "subscription.id", "prescription_order.subscription_id")
    .selectAll("prescription_order")
    .select(["subscription.discontinued_on", "subscription.product_id as shippedProductId"])
    .where("prescription_order.patient_id", "=", patientId)
    .where(({ fn }) => fn.coalesce("prescription_order.product_id", "subscription.product_id"), "in", [...productIds])
    .execute();
