import { daysAtPace } from "#contract/treatment/pace.ts";
import { cancelLine, type LineRow, linesOf, type OrderRow } from "#server/orders/public.ts";
import { addDays, clinicToday, laterDay } from "#server/platform/clock/calendar-days.ts";
import type { Database } from "#server/platform/database/open.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { pacesOf } from "#server/prescriptions/public.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { afterDeclinedCharge, earliestCharge, nextCycleDay, notPastDue, type PastDue } from "../charge-days.ts";
import { cancelFirstPrescriptionOrders } from "../charges/cancel-and-refund.ts";
import { releaseUnusedDiscounts } from "../charges/release-unused-discounts.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  insertPrescriptionOrder,
  nextPeriodNumber,
  prescriptionOrdersOfOrder,
  type SubscriptionRow,
  type PrescriptionOrderRow,
} from "../queries.ts";

type Deps = Pick<Services, "clock" | "content"> & { readonly db: Database };

/**
 * Starts a subscription for each line of an order, or for the lines `only` accepts, `pending` until the order is paid; the order itself is its
 * first prescription order. Runs in the caller's transaction; a repeat changes nothing.
 */
export async function openSubscriptions(
  services: Deps,
  {
    patientId,
    orderId,
    only = () => true,
  }: { readonly patientId: string; readonly orderId: string; readonly only?: (line: LineRow) => boolean },
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  const paces = await pacesOf(services, patientId);
  for (const line of (await linesOf(db, [orderId])).filter(only)) {
    const price_cents = line.unit_price_cents * line.quantity;
    const pace = paces.get(line.product_id) ?? "label";
    const created = await db
      .insertInto("subscription")
      .values({
        id: newId(),
        patient_id: patientId,
        order_id: orderId,
        order_line: line.line,
        product_id: line.product_id,
        pricing_id: line.pricing_id,
        price_cents,
        days_supply: daysAtPace(line.days_supply * line.quantity, pace),
        quantity: line.quantity,
        status: "pending",
        created_at: now,
      })
      .onConflict((conflict) => conflict.columns(["order_id", "order_line"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!created) continue;
    await insertPrescriptionOrder(db, {
      patient_id: patientId,
      subscription_id: created.id,
      period: 1,
      order_id: orderId,
      product_id: line.product_id,
      status: "ordered",
      charge_on: clinicToday(services),
      amount_cents: price_cents - line.discount_cents + line.tax_cents,
      discount_cents: line.discount_cents,
      created_at: now,
      // The doctor's decision settles it.
      completed_at: now,
    });
  }
}

/** The order was paid: activates its subscriptions and schedules their next prescription orders. Runs in the caller's transaction. */
export async function activateSubscriptions(services: Deps, orderId: string): Promise<void> {
  const { db, clock } = services;
  const today = clinicToday(services);
  const pending = await pendingSubscriptionsOf(db, orderId);
  for (const subscription of pending) {
    await updateSubscriptions(db, [subscription.id], {
      status: "active",
      started_at: clock.now(),
    });
    await planPrescriptionOrder(services, subscription, nextCycleDay(today, subscription.days_supply, today));
  }
  const [one] = pending;
  if (one) await planCharges(services, one.patient_id);
}

/**
 * Schedules the next prescription order of a subscription for `chargeOn`, with `earliest_charge_on` for no earlier day. Runs in the transaction of a
 * caller that holds the patient's order lock.
 */
export async function planPrescriptionOrder(
  { db, clock }: Pick<Deps, "db" | "clock">,
  { id, patient_id, price_cents, discontinued_on }: SubscriptionRow,
  chargeOn: string,
  terms: Partial<Pick<PrescriptionOrderRow, "discount_cents" | "discount_order_id" | "earliest_charge_on">> = {},
): Promise<void> {
  await insertPrescriptionOrder(db, {
    patient_id,
    subscription_id: id,
    period: await nextPeriodNumber(db, id),
    order_id: null,
    status: "scheduled",
    charge_on: chargeOn,
    amount_cents: price_cents,
    ...terms,
    held_back_from: discontinued_on,
    created_at: clock.now(),
  });
}

/**
 * The doctor approved, and the payment could not be captured: the prescription orders are past due at the agreed price and retried like any
 * failed charge. Returns the day of the next retry. Runs in the caller's transaction.
 */
export async function markFirstOrdersPastDue(
  services: Pick<TxServices, "db" | "clock" | "content">,
  order: Pick<OrderRow, "id" | "patient_id">,
): Promise<string | null> {
  const today = clinicToday(services);
  const pastDue = afterDeclinedCharge({ failed_on: null, attempts: 0 }, today);
  await scheduleFirstOrdersAgain(services, order, { status: "past_due", chargeOn: today, pastDue });
  return pastDue.retry_on;
}

/**
 * The doctor approved, and the practice gave the payment back: no bank declined anything, so nothing is past due. The prescription orders are planned
 * at the agreed price for the first day the patient can be told of ahead. Runs in the caller's transaction.
 */
export const planFirstOrdersAgain = (
  services: Pick<TxServices, "db" | "clock" | "content">,
  order: Pick<OrderRow, "id" | "patient_id">,
): Promise<void> =>
  scheduleFirstOrdersAgain(services, order, {
    status: "active",
    chargeOn: earliestCharge(clinicToday(services)),
    pastDue: notPastDue,
  });

async function scheduleFirstOrdersAgain(
  services: Pick<TxServices, "db" | "clock" | "content">,
  { id: orderId, patient_id }: Pick<OrderRow, "id" | "patient_id">,
  {
    status,
    chargeOn,
    pastDue,
  }: { readonly status: "past_due" | "active"; readonly chargeOn: string; readonly pastDue: PastDue },
): Promise<void> {
  const { db } = services;
  const pending = await pendingSubscriptionsOf(db, orderId);
  const ids = pending.map(({ id }) => id);
  await updateSubscriptions(db, ids, { status });
  const prescriptionOrders = await db
    .selectFrom("prescription_order")
    .select(["id", "subscription_id", "discount_cents"])
    .where("order_id", "=", orderId)
    .where("period", "=", 1)
    .execute();
  // What the doctor ended since is not charged.
  for (const { id, discount_cents } of prescriptionOrders.filter(({ subscription_id }) =>
    ids.includes(subscription_id),
  ))
    await updatePrescriptionOrders(db, [id], {
      status: "scheduled",
      order_id: null,
      product_id: null,
      completed_at: null,
      charge_on: chargeOn,
      discount_order_id: discount_cents > 0 ? orderId : null,
      ...pastDue,
    });
  await releaseUnusedDiscounts(services, patient_id, orderId);
}

/** The plan was declined: cancels its pending subscriptions. Runs in the caller's transaction. */
export async function cancelPendingSubscriptions(
  { db, clock }: Pick<Deps, "db" | "clock">,
  orderId: string,
): Promise<void> {
  await db
    .updateTable("subscription")
    .set({ status: "cancelled", cancelled_at: clock.now() })
    .where("order_id", "=", orderId)
    .where("status", "=", "pending")
    .execute();
}

/**
 * The plan was approved without these products: their subscriptions end before they begin, their lines are not sent, and what they cost is refunded
 * once the order is paid (`refundCancelledPrescriptionOrders`). Runs in the caller's transaction.
 */
export async function cancelPendingProducts(
  services: TxServices,
  orderId: string,
  productIds: readonly string[],
): Promise<void> {
  const { db, clock } = services;
  const pending = (await pendingSubscriptionsOf(db, orderId)).filter((each) => productIds.includes(each.product_id));
  await cancelFirstPrescriptionOrders(services, pending);
  await updateSubscriptions(
    db,
    pending.map(({ id }) => id),
    { status: "cancelled", cancelled_at: clock.now() },
  );
  for (const productId of productIds) await cancelLine(db, orderId, productId, clock.now());
}

/**
 * The plan was approved, and these products are not in its first parcel: their lines are not sent and are refunded as those of
 * `cancelPendingProducts`, and their subscriptions begin with a charge of their own, planned so that the patient is reminded of it. `begins`: by
 * product, the day the doctor wants it to begin, null for as soon as may be. The discount of the first order stays theirs. Runs in the caller's
 * transaction, which holds the patient's order lock. Returns the subscriptions by requested product.
 */
export async function beginSeparately(
  services: TxServices,
  orderId: string,
  begins: ReadonlyMap<string, string | null>,
  decidedAt: Date,
): Promise<ReadonlyMap<string, string>> {
  const { db, clock, content } = services;
  const pending = (await pendingSubscriptionsOf(db, orderId)).filter(({ product_id }) => begins.has(product_id));
  if (pending.length === 0) return new Map();
  const today = clinicToday(services);
  const firstOrders = await prescriptionOrdersOfOrder(db, orderId);
  await cancelFirstPrescriptionOrders(services, pending);
  for (const subscription of pending) {
    const { id, product_id: productId } = subscription;
    const beginsOn = begins.get(productId) ?? null;
    const discountCents = firstOrders.find(({ subscription_id }) => subscription_id === id)?.discount_cents ?? 0;
    // A moment after the decision: it stays in the plan, unlike what the doctor left out of it.
    await cancelLine(db, orderId, productId, new Date(decidedAt.getTime() + 1));
    const orderableFrom = beginsOn === null ? null : addDays(beginsOn, -content.shipping.leaddays);
    await updateSubscriptions(db, [id], { status: "active", started_at: clock.now(), orderable_from: orderableFrom });
    const chargeOn = laterDay(earliestCharge(today), orderableFrom ?? today);
    await planPrescriptionOrder(services, subscription, chargeOn, {
      discount_cents: discountCents,
      ...(discountCents > 0 ? { discount_order_id: orderId } : {}),
      ...(orderableFrom === null ? {} : { earliest_charge_on: chargeOn }),
    });
  }
  // A code is used once: by what is sent now as well as by what comes later, until the last of them has ended.
  await updatePrescriptionOrders(
    db,
    firstOrders
      .filter(
        ({ subscription_id, discount_cents }) =>
          discount_cents > 0 && !pending.some(({ id }) => id === subscription_id),
      )
      .map(({ id }) => id),
    { discount_order_id: orderId },
  );
  await planCharges(services, pending[0]?.patient_id ?? "");
  return new Map(pending.map(({ id, product_id }) => [product_id, id]));
}

const pendingSubscriptionsOf = (db: Database, orderId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom("subscription")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("status", "=", "pending")
    .forUpdate()
    .execute();
