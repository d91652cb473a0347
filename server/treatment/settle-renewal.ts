import { FailedTransactionReason } from "#contract/entities.ts";
import { dayIn } from "#contract/formats.ts";
import { clinicDay } from "#server/platform/clinic-day.ts";
import { transact } from "#server/platform/database/open.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { patientById, updatePatient } from "#server/auth/public.ts";
import { hasOtherCard, wasCalledOff } from "#server/payment/public.ts";
import { confirmOrder, isBought, isDead, lockOrdersOf, orderById, type OrderRow } from "#server/store/public.ts";
import { dayAfter, earliestCharge, nextRetry } from "./billing-rules.ts";
import { releaseFills } from "./claim.ts";
import { addDays } from "#server/platform/calendar-days.ts";
import { tellOfCancelledSupply, tellOfFailure } from "./letters.ts";
import { freeCoupons } from "./free-coupons.ts";
import { forgiveIfNothingOwed } from "./owing.ts";
import { refundSupply } from "./refund-supply.ts";
import { planCharges } from "./plan-charges.ts";
import { planSupply } from "./subscriptions.ts";
import {
  changeSubscriptions,
  changeSupplies,
  owingNothing,
  putOff,
  subscriptionRows,
  type SubscriptionRow,
  suppliesOfOrder,
  type SupplyRow,
} from "./supply-queries.ts";

/**
 * What follows once the charge of a renewal has an outcome. Paid: it goes to the pharmacy, she gets a receipt, the next supply is planned; what
 * she cancelled meanwhile is given back. Failed: the supplies are owed, and tried again on days 3, 5 and 7. Any number of times, it
 * happens once; without an outcome it does nothing.
 */
export function settleRenewal(services: Services, orderId: string): Promise<void> {
  return transact(services.db, async (tx) => {
    const inTx = { ...services, db: tx };
    const known = await orderById(tx, orderId);
    if (known?.kind !== "renewal") return;
    await lockOrdersOf(tx, known.patient_id);
    const order = await orderById(tx, orderId);
    if (order) await settle(inTx, order);
  });
}

/** As `settleRenewal`, in the transaction of a caller who holds the lock of her orders. */
export async function settle(parts: TxServices, order: OrderRow): Promise<void> {
  const supplies = (await suppliesOfOrder(parts.db, order.id)).filter(({ settled_at }) => settled_at === null);
  if (supplies.length === 0) return;
  if (isBought(order.status)) await settlePaid(parts, order, supplies);
  else if (isDead(order.status)) await settleFailed(parts, order, supplies);
}

async function settlePaid(parts: TxServices, order: OrderRow, supplies: readonly SupplyRow[]): Promise<void> {
  const { db, clock } = parts;
  const { subscriptions } = await subscriptionRows(db, order.patient_id);
  const statusOf = ({ subscription_id }: SupplyRow) => subscriptions.find(({ id }) => id === subscription_id)?.status;
  const unwanted = supplies.filter((supply) => !supply.one_off && statusOf(supply) === "cancelled");
  if (unwanted.length < supplies.length) await confirmOrder(parts, order);
  for (const supply of supplies) {
    const subscription = subscriptions.find(({ id }) => id === supply.subscription_id);
    await changeSupplies(db, [supply.id], { settled_at: clock.now(), ...owingNothing });
    if (unwanted.includes(supply)) {
      const refundedCents = await giveBack(parts, order, supply);
      await tellOfCancelledSupply(parts, { patientId: order.patient_id, supply, refundedCents });
    } else if (subscription && !supply.one_off) await planNext(parts, order, subscription, supply);
  }
  await planCharges(parts, order.patient_id);
  await forgiveIfNothingOwed(parts, order.patient_id);
}

/** A paid supply that is not to be sent: its money and its fill go back. Returns the money, in cents. */
export async function giveBack(parts: TxServices, order: OrderRow, supply: SupplyRow): Promise<number> {
  await releaseFills(parts, [supply]);
  return refundSupply(parts, order, supply);
}

async function planNext(
  parts: TxServices,
  order: OrderRow,
  subscription: SubscriptionRow,
  supply: SupplyRow,
): Promise<void> {
  const { db, clock, content } = parts;
  const chargedOn = dayIn(content.brand.timezone, order.placed_at);
  await changeSupplies(db, [supply.id], { charge_on: chargedOn });
  await changeSubscriptions(db, [subscription.id], {
    status: subscription.status === "past_due" ? "active" : subscription.status,
    started_at: subscription.started_at ?? clock.now(),
  });
  await planSupply(parts, subscription, dayAfter(chargedOn, subscription.days_supply, clinicDay(parts)));
}

async function settleFailed(parts: TxServices, order: OrderRow, supplies: readonly SupplyRow[]): Promise<void> {
  const { db } = parts;
  const { subscriptions } = await subscriptionRows(db, order.patient_id);
  const ended = new Set(subscriptions.filter(({ status }) => status === "cancelled").map(({ id }) => id));
  await releaseFills(parts, supplies);
  for (const { id } of supplies.filter(({ one_off }) => one_off))
    await db.deleteFrom("prescription_order").where("id", "=", id).execute();
  const renewals = supplies.filter(({ one_off }) => !one_off);
  const over = renewals.filter(({ subscription_id }) => ended.has(subscription_id));
  await changeSupplies(db, idsOf(over), { status: "cancelled", ...notOrdered, ...owingNothing });
  const owed = renewals.filter((supply) => !over.includes(supply));
  await oweAgain(parts, order, owed);
  await freeCoupons(parts, order.patient_id, order.id);
  // Her doctor stopped it meanwhile: it waits for her like one that was planned.
  const stopped = new Set(subscriptions.filter(({ stopped_on }) => stopped_on !== null).map(({ id }) => id));
  await changeSupplies(db, idsOf(owed.filter((supply) => stopped.has(supply.subscription_id))), {
    held_on: clinicDay(parts),
  });
}

/**
 * Supplies whose charge failed are planned as before; those the engine tried to charge, or that were owed, are owed and tried again, at the
 * discount they were tried with.
 */
async function oweAgain(parts: TxServices, order: OrderRow, supplies: readonly SupplyRow[]): Promise<void> {
  const { db } = parts;
  if (supplies.length === 0) return;
  const today = clinicDay(parts);
  const counts = await countsAsTry(parts, order);
  const newCard = await hasOtherCard(db, order.id);
  const retries: string[] = [];
  for (const supply of supplies) {
    const failed_on = supply.failed_on ?? (counts ? today : null);
    const attempts = supply.attempts + (counts ? 1 : 0);
    // A card she put on file meanwhile is worth a try of its own.
    const retry_on = failed_on === null ? null : newCard ? addDays(today, 1) : nextRetry(failed_on, attempts, today);
    const undiscounted = failed_on === null && supply.discount_order_id === order.id;
    await changeSupplies(db, [supply.id], {
      ...{ status: "scheduled", ...notOrdered, failed_on, attempts, retry_on },
      ...(undiscounted && { discount_cents: 0, discount_order_id: null }),
    });
    if (failed_on !== null) await markPastDue(parts, supply.subscription_id);
    // Whatever the practice let go is planned anew, and she is told of it.
    else if (order.status === "voided") await putOff(db, supply, earliestCharge(today));
    if (retry_on !== null) retries.push(retry_on);
  }
  if (!counts && supplies.every(({ failed_on }) => failed_on === null)) return;
  const reason = FailedTransactionReason.safeParse(order.decline_code).data;
  const known = (await patientById(parts, order.patient_id)).failedTransactionReason;
  await updatePatient(parts, order.patient_id, { failedTransactionReason: reason ?? known ?? "generic_decline" });
  if (counts) await tellOfFailure(parts, { order, retryOn: retries.toSorted()[0] ?? null });
}

/** The engine tried, and the bank said no; nothing that was called off, or that the practice let go. */
const countsAsTry = async ({ db }: TxServices, { id, status, idempotency_key }: OrderRow): Promise<boolean> =>
  (idempotency_key?.startsWith(automaticKey) ?? false) && status === "failed" && !(await wasCalledOff(db, id));

const notOrdered = { order_id: null, prescription_id: null, product_id: null };
const idsOf = (supplies: readonly SupplyRow[]): string[] => supplies.map(({ id }) => id);

/** Begins the key of every order the engine charges by itself; her own keys are UUIDs. */
export const automaticKey = "renewal:";

async function markPastDue({ db }: TxServices, subscriptionId: string): Promise<void> {
  await db
    .updateTable("subscription")
    .set({ status: "past_due" })
    .where("id", "=", subscriptionId)
    .where("status", "in", ["active", "pending"])
    .execute();
}
