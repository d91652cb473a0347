import type { Updateable } from "kysely";
import { productColumns } from "#server/orders/public.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { isAtPharmacy } from "#server/prescriptions/public.ts";
import { chargeDayWhenNotified, notPastDue } from "../charge-days.ts";
import { releasePrescriptionOrders } from "../prescription-orders/apply-prescription-decision.ts";
import { updateSubscriptions, updatePrescriptionOrders, rescheduledTo, type PrescriptionOrderRow } from "../queries.ts";
import { linkReplacedPrescription, type TreatmentChangeRow } from "../snapshot/change-queries.ts";
import { saveSubscriptionLine } from "../snapshot/subscription-line.ts";
import {
  boxesOf,
  type TreatmentSnapshot,
  scheduledPrescriptionOrder,
  subscriptionIn,
} from "../snapshot/treatment-snapshot.ts";
import { changedPriceCents, chargeDayFor, type PricedProduct, startWhenAgreed } from "./change-rules.ts";

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
      readonly daysSupply: number;
      readonly directions: string;
    },
  ) => Promise<void>;
}

/**
 * Applies a treatment change from the next prescription order on: ends the prescription it replaces, writes a new one with its own refills, releases a
 * prescription order that was held back, and has the patient notified of the charge again, or plans it for the day that fits where it begins now or on a day. What was
 * already ordered stays. Runs in the transaction of a caller that holds the patient's order lock.
 */
export async function applyTreatmentChange(
  services: TxServices & Refuses<"wrong_state">,
  snapshot: TreatmentSnapshot,
  change: Pick<
    TreatmentChangeRow,
    | "id"
    | "status"
    | "subscription_id"
    | "doctor_id"
    | "to_product_id"
    | "to_pricing_id"
    | "to_price_cents"
    | "refills"
    | "begins"
    | "begins_on"
    | "until"
  > & {
    readonly directions: string | null;
    /** The patient has agreed to a charge of it today. */
    readonly chargedToday?: boolean;
  },
  { product, pricing }: PricedProduct,
  { replace, prescribe }: PrescriptionWriter,
): Promise<void> {
  const { db, content } = services;
  const subscription = subscriptionIn(snapshot, change.subscription_id);
  const { patient_id: patientId, order_id: orderId } = subscription;
  const price_cents = changedPriceCents(content, change, subscription.quantity);
  const replaced = snapshot.prescribed.get(subscription.product_id);
  // It may have been renewed since the change was made.
  if (replaced) await linkReplacedPrescription(db, change.id, replaced.prescriptionId);
  await replace(services, patientId, subscription.product_id);
  await saveSubscriptionLine(db, { ...productColumns({ product, pricing }), subscription_id: subscription.id });
  await updateSubscriptions(db, [subscription.id], {
    product_id: product.productid,
    pricing_id: pricing.pricingid,
    price_cents,
    days_supply: pricing.dayssupply * subscription.quantity,
    discontinued_on: null,
    ...(change.begins !== "when_box_ends" && { orderable_from: null }),
  });
  await prescribe(services, {
    patientId,
    orderId,
    doctorId: change.doctor_id,
    productId: product.productid,
    // One for the next prescription order, plus the refills after it.
    refills: change.refills + 1,
    daysSupply: pricing.dayssupply * subscription.quantity,
    directions: change.directions ?? product.howtouse,
  });
  const prescriptionOrder = scheduledPrescriptionOrder(snapshot, subscription.id);
  if (!prescriptionOrder) return;
  const discount_cents = discountAfterChange(prescriptionOrder, subscription.price_cents, price_cents);
  // An order that is being packed comes all the same, so the change follows it.
  const start = startWhenAgreed({ begins: change.begins, beginsOn: change.begins_on }, snapshot.today);
  const isNow = start.begins === "now" && !isAtPharmacy(boxesOf(snapshot, subscription));
  const isOnItsDay = isNow || start.beginsOn !== null;
  // Nothing of what the patient was told to stop is used up first.
  const begins = isOnItsDay ? "now" : change.until === "stop" ? "on_arrival" : null;
  const wasPastDue = prescriptionOrder.failed_on !== null;
  await updatePrescriptionOrders(db, [prescriptionOrder.id], {
    ...{ amount_cents: price_cents, discount_cents, notified_cents: null, begins, begins_on: start.beginsOn },
    ...chargeDayAfterChange(snapshot, prescriptionOrder, {
      chargeOn:
        isNow || change.chargedToday
          ? snapshot.today
          : start.beginsOn && chargeDayFor(start.beginsOn, content.shipping.leaddays, snapshot.today),
      isAsked: change.status === "waiting",
      cents: price_cents - discount_cents,
    }),
  });
  if (wasPastDue && change.status === "waiting" && subscription.status === "past_due")
    await updateSubscriptions(db, [subscription.id], { status: "active" });
  // Also plans the charges again.
  await releasePrescriptionOrders(services, patientId, product.productid);
}

/** The columns that say when the first order of a change is charged; `isAsked`: the patient agreed to it, so it's no longer past due. */
function chargeDayAfterChange(
  { today }: TreatmentSnapshot,
  { charge_on, failed_on }: PrescriptionOrderRow,
  {
    chargeOn,
    isAsked,
    cents,
  }: {
    /** Of one with a day of its own; null where it follows what is at home. */
    readonly chargeOn: string | null;
    readonly isAsked: boolean;
    readonly cents: number;
  },
): Updateable<Tables["prescription_order"]> {
  // The patient agrees to a charge today, so it needs no reminder.
  if (chargeOn !== null)
    return {
      ...(chargeOn === today
        ? { charge_on: chargeOn, reminded_on: today, notified_cents: cents }
        : rescheduledTo(chargeOn)),
      ...{ earliest_charge_on: null, held_back_from: null, ...notPastDue },
    };
  if (failed_on === null) return rescheduledTo(charge_on);
  // A past-due one keeps its retry days.
  return isAsked ? { ...rescheduledTo(chargeDayWhenNotified(charge_on, today)), ...notPastDue } : {};
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
  // oxlint-disable-next-line formats/cents-at-home -- never more off than its share
  const proportional = beforeCents === 0 ? 0 : Math.floor((discount_cents * afterCents) / beforeCents);
  return discount_order_id === null ? proportional : Math.min(proportional, discount_cents);
}
