import { FailedTransactionReason } from "#contract/payment.ts";
import { patientById, patientDay, updatePatient } from "#server/auth/public.ts";
import { confirmOrder, isPlaced, isClosedUnpaid, orderById, type OrderRow } from "#server/orders/public.ts";
import {
  cardGone,
  cardNeeded,
  defaultSource,
  hasNewDefaultCard,
  isChargeCancelRequested,
} from "#server/payment/public.ts";
import { clinicToday } from "#server/platform/clock/calendar-days.ts";
import { lockPatientOrders } from "#server/platform/database/lock-patient-orders.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { restoreFills } from "#server/prescriptions/public.ts";
import { planCharges } from "../calendar/plan-charges.ts";
import { afterUnpaidCharge, nextCycleDay, earliestCharge, notPastDue } from "../charge-days.ts";
import { refundPrescriptionOrder } from "../charges/cancel-and-refund.ts";
import { clearPaymentFailureIfPaid } from "../charges/clear-payment-failure.ts";
import { releaseUnusedDiscounts } from "../charges/release-unused-discounts.ts";
import { endPaidWriteOffs, writeOffsOf } from "../charges/write-offs.ts";
import {
  notifyCardMissing,
  notifyCardRefused,
  notifyPaymentFailed,
  notifyPrescriptionOrderCancelled,
} from "../notify-patient.ts";
import {
  updateSubscriptions,
  updatePrescriptionOrders,
  postponeCharge,
  subscriptionRows,
  type SubscriptionRow,
  prescriptionOrdersOfOrder,
  type PrescriptionOrderRow,
} from "../queries.ts";
import { planPrescriptionOrder } from "../subscriptions/start-subscriptions.ts";

/**
 * Settles a renewal order once its charge has an outcome. Paid: it goes to the pharmacy, the patient gets a receipt, the next prescription order is
 * planned, and what was cancelled since is refunded. Failed: the prescription orders are past due and retried (`afterUnpaidCharge`).
 * Idempotent; does nothing while there is no outcome.
 */
export function settleRenewalOrder(services: Services & Refuses<"wrong_state">, orderId: string): Promise<void> {
  return inTransaction(services, async (tx) => {
    const known = await orderById(tx.db, orderId);
    if (known?.kind !== "renewal") return;
    await lockPatientOrders(tx.db, known.patient_id);
    const order = await orderById(tx.db, orderId);
    if (order) await settleRenewalOrderInTransaction(tx, order);
  });
}

/** Like `settleRenewalOrder`, in the transaction of a caller that holds the patient's order lock. */
export async function settleRenewalOrderInTransaction(
  services: TxServices & Refuses<"wrong_state">,
  order: OrderRow,
): Promise<void> {
  const prescriptionOrders = (await prescriptionOrdersOfOrder(services.db, order.id)).filter(
    ({ completed_at }) => completed_at === null,
  );
  if (prescriptionOrders.length === 0) return;
  if (isPlaced(order.status)) await settlePaid(services, order, prescriptionOrders);
  else if (isClosedUnpaid(order.status)) await settleFailed(services, order, prescriptionOrders);
}

async function settlePaid(
  services: TxServices & Refuses<"wrong_state">,
  order: OrderRow,
  prescriptionOrders: readonly PrescriptionOrderRow[],
): Promise<void> {
  const { db, clock } = services;
  const { subscriptions } = await subscriptionRows(db, order.patient_id);
  const statusOf = ({ subscription_id }: PrescriptionOrderRow) =>
    subscriptions.find(({ id }) => id === subscription_id)?.status;
  const cancelledSince = prescriptionOrders.filter(
    (prescriptionOrder) => !prescriptionOrder.one_off && statusOf(prescriptionOrder) === "cancelled",
  );
  if (cancelledSince.length < prescriptionOrders.length) await confirmOrder(services, order);
  for (const prescriptionOrder of prescriptionOrders) {
    const subscription = subscriptions.find(({ id }) => id === prescriptionOrder.subscription_id);
    await updatePrescriptionOrders(db, [prescriptionOrder.id], { completed_at: clock.now(), ...notPastDue });
    if (cancelledSince.includes(prescriptionOrder)) {
      const refundedCents = await refundPrescriptionOrder(services, order, prescriptionOrder);
      await notifyPrescriptionOrderCancelled(services, {
        patientId: order.patient_id,
        prescriptionOrder,
        refundedCents,
      });
    } else if (subscription && !prescriptionOrder.one_off)
      await planNextPrescriptionOrder(services, order, subscription, prescriptionOrder);
  }
  await endPaidWriteOffs(services, order.patient_id, idsOf(prescriptionOrders));
  await planCharges(services, order.patient_id);
  await clearPaymentFailureIfPaid(services, order.patient_id);
}

async function planNextPrescriptionOrder(
  services: TxServices,
  order: OrderRow,
  subscription: SubscriptionRow,
  prescriptionOrder: PrescriptionOrderRow,
): Promise<void> {
  const { db, clock, content } = services;
  const chargedOn = patientDay(content, await patientById(services, order.patient_id), order.placed_at);
  await updatePrescriptionOrders(db, [prescriptionOrder.id], { charge_on: chargedOn });
  await updateSubscriptions(db, [subscription.id], {
    status: subscription.status === "past_due" ? "active" : subscription.status,
    started_at: subscription.started_at ?? clock.now(),
  });
  await planPrescriptionOrder(
    services,
    subscription,
    nextCycleDay(chargedOn, subscription.days_supply, clinicToday(services)),
  );
}

async function settleFailed(
  services: TxServices,
  order: OrderRow,
  prescriptionOrders: readonly PrescriptionOrderRow[],
): Promise<void> {
  const { db } = services;
  const { subscriptions } = await subscriptionRows(db, order.patient_id);
  const cancelledIds = new Set(subscriptions.filter(({ status }) => status === "cancelled").map(({ id }) => id));
  await restoreFills(db, prescriptionOrders);
  for (const { id } of prescriptionOrders.filter(({ one_off }) => one_off))
    await db.deleteFrom("prescription_order").where("id", "=", id).execute();
  const planned = prescriptionOrders.filter(({ one_off }) => !one_off);
  const endedOrders = planned.filter(({ subscription_id }) => cancelledIds.has(subscription_id));
  await updatePrescriptionOrders(db, idsOf(endedOrders), { status: "cancelled", ...notOrdered, ...notPastDue });
  const unpaid = planned.filter((prescriptionOrder) => !endedOrders.includes(prescriptionOrder));
  await rescheduleUnpaid(services, order, unpaid);
  await releaseUnusedDiscounts(services, order.patient_id, order.id);
  // The doctor has discontinued it since: it is held back for the patient's decision, like a scheduled one.
  const discontinuedIds = new Set(
    subscriptions.filter(({ discontinued_on }) => discontinued_on !== null).map(({ id }) => id),
  );
  await updatePrescriptionOrders(
    db,
    idsOf(unpaid.filter((prescriptionOrder) => discontinuedIds.has(prescriptionOrder.subscription_id))),
    {
      held_back_from: clinicToday(services),
    },
  );
}

/**
 * Reschedules prescription orders whose charge failed. Those charged automatically, and those already past due, are past due and retried at
 * the same discount; others are planned as before.
 */
async function rescheduleUnpaid(
  services: TxServices,
  order: OrderRow,
  prescriptionOrders: readonly PrescriptionOrderRow[],
): Promise<void> {
  const { db } = services;
  if (prescriptionOrders.length === 0) return;
  const today = clinicToday(services);
  const isDeclined = await isAutomaticChargeDeclined(services, order);
  const facts = {
    today,
    isDeclined,
    hasNewCard: await hasNewDefaultCard(db, order.id),
    needsCard: (await cardNeeded(db, order.id)) !== null,
    isUntried: order.status === "failed" && order.decline_code === null,
  };
  const retries: string[] = [];
  const notTried = await writeOffsOf(db, order.patient_id, prescriptionOrders);
  for (const prescriptionOrder of prescriptionOrders) {
    const unpaid = afterUnpaidCharge(prescriptionOrder, facts);
    const pastDue = notTried.has(prescriptionOrder.id) ? { ...unpaid, retry_on: null } : unpaid;
    const undiscounted = pastDue.failed_on === null && prescriptionOrder.discount_order_id === order.id;
    await updatePrescriptionOrders(db, [prescriptionOrder.id], {
      ...{ status: "scheduled", ...notOrdered, ...pastDue },
      ...(undiscounted && { discount_cents: 0, discount_order_id: null }),
    });
    if (pastDue.failed_on !== null) await markPastDue(services, prescriptionOrder.subscription_id);
    // What the practice voided is planned again, and the patient notified.
    else if (order.status === "voided") await postponeCharge(db, prescriptionOrder, earliestCharge(today));
    if (pastDue.retry_on !== null) retries.push(pastDue.retry_on);
  }
  if (!isDeclined && prescriptionOrders.every(({ failed_on }) => failed_on === null)) return;
  // The gateway couldn't be asked, or a card is missing: no bank said no.
  if (!facts.isUntried && order.decline_code !== cardGone) {
    const reason = FailedTransactionReason.safeParse(order.decline_code).data;
    const known = (await patientById(services, order.patient_id)).failedTransactionReason;
    await updatePatient(services, order.patient_id, { failedTransactionReason: reason ?? known ?? "generic_decline" });
  }
  if (isDeclined) await notifyUnpaid(services, order, prescriptionOrders, retries.toSorted()[0] ?? null);
}

/** Says what the patient can do about a charge that failed. */
async function notifyUnpaid(
  services: TxServices,
  order: OrderRow,
  [first]: readonly PrescriptionOrderRow[],
  retryOn: string | null,
): Promise<void> {
  const needed = retryOn === null ? await cardNeeded(services.db, order.id) : null;
  if (needed === "missing" && first) return notifyCardMissing(services, first);
  const card = needed === "refused" ? await defaultSource(services.db, order.patient_id) : undefined;
  return card
    ? notifyCardRefused(services, { patientId: order.patient_id, last4: card.last4, dedupeKey: order.id })
    : notifyPaymentFailed(services, { order, retryOn });
}

/**
 * Whether an automatic charge was declined, or its card is gone; one that was cancelled or voided was not, nor one the gateway couldn't be asked
 * about.
 */
const isAutomaticChargeDeclined = async (
  { db }: TxServices,
  { id, status, decline_code, idempotency_key }: OrderRow,
): Promise<boolean> =>
  (idempotency_key?.startsWith(automaticKeyPrefix) ?? false) &&
  status === "failed" &&
  decline_code !== null &&
  !(await isChargeCancelRequested(db, id));

const notOrdered = { order_id: null, prescription_id: null, product_id: null };
const idsOf = (prescriptionOrders: readonly PrescriptionOrderRow[]): string[] => prescriptionOrders.map(({ id }) => id);

/** Prefix of the idempotency key of automatic charges; the keys of patients are UUIDs. */
export const automaticKeyPrefix = "renewal:";

/** One that was paused since stays so. */
async function markPastDue({ db }: TxServices, subscriptionId: string): Promise<void> {
  await db
    .updateTable("subscription")
    .set({ status: "past_due" })
    .where("id", "=", subscriptionId)
    .where("status", "=", "active")
    .execute();
}
