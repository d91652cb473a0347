import { v5 } from "uuid";
import { transact, type Database, type Tx } from "#server/platform/database/open.ts";
import type { Intent, IntentStatus } from "#server/platform/gateway/port.ts";
import { queueMail } from "#server/platform/mail/queue-mail.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services, TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { closeMismatch, intentOf, requestRefund, wishRelease, type IntentRow } from "#server/payment/public.ts";
import { bookSale } from "./book-sale.ts";
import { acceptObstacle, type Found, takenCents } from "./mismatch-rules.ts";
import { lockOrder, moveOrder, noteEvent, type OrderRow } from "./orders.ts";
import { storeQueues } from "./queues.ts";
import { releaseDiscounts, staysOwed } from "./release-discounts.ts";

/** Namespace of the refunds of what was taken too much. */
const excessSpace = "1d0f4a0e-3f53-4a7e-9a52-7b1f5c0e6c44";

/**
 * Keeps what the gateway has for an order in `mismatch`, newest word, and the first time has a job write to her and to the practice.
 * The caller holds the order's lock.
 */
export async function noteMismatch(
  tx: Tx,
  { clock, jobs }: Pick<Services, "clock" | "jobs">,
  orderId: string,
  intent: Intent,
): Promise<void> {
  const found = {
    gateway_intent_id: intent.id,
    intent_status: intent.status,
    amount_cents: intent.amount,
    captured_cents: intent.amountCaptured,
    refunded_cents: intent.amountRefunded,
    currency: intent.currency,
  };
  const known = await mismatchOf(tx, orderId);
  if (known) {
    await tx.updateTable("payment_mismatch").set(found).where("order_id", "=", orderId).execute();
    return;
  }
  await tx
    .insertInto("payment_mismatch")
    .values({ order_id: orderId, ...found, noticed_at: clock.now() })
    .execute();
  await jobs.enqueue(tx, storeQueues.mismatch, { orderId });
}

/** Writes to her and to the practice about an order in `mismatch`, once. */
export function tellOfMismatch(services: Services, orderId: string): Promise<void> {
  return transact(services.db, async (tx) => {
    const inTx = { ...services, db: tx };
    const order = await lockOrder(tx, orderId);
    const found = await mismatchOf(tx, orderId);
    if (!order || !found || found.told_at !== null) return;
    const told = { told_at: services.clock.now() };
    await tx.updateTable("payment_mismatch").set(told).where("order_id", "=", orderId).execute();
    await tell(inTx, {
      patientId: order.patient_id,
      what: "payment_review",
      values: { orderid: orderId },
      dedupeKey: orderId,
    });
    const differs = {
      order: order.number ?? orderId,
      expected: money(order.total_cents, order.currency),
      found: `${money(found.amount_cents, found.currency)} (${found.intent_status})`,
      taken: money(takenCents(foundIn(found)), found.currency),
      payment: found.gateway_intent_id,
    };
    await queueMail(inTx, {
      mail: "practice_payment_differs",
      to: services.content.brand.supportemail,
      values: differs,
      dedupeKey: `practice_payment_differs:${orderId}`,
    });
  });
}

/**
 * The practice's decision on an order in `mismatch`. `accept`: what was taken pays the order, and what is too much is given back;
 * `release`: all of it is given back or let go, and she may order again. `wrong_state` for any other order, and with a sentence where
 * what was taken cannot pay it, or where nobody wants the order any more. Joins the transaction of `db`.
 */
export function resolveMismatch(services: Services, orderId: string, outcome: "accept" | "release"): Promise<void> {
  return transact(services.db, async (tx) => {
    const inTx = { ...services, db: tx };
    const order = await lockOrder(tx, orderId);
    if (!order) throw new Refusal("not_found");
    const found = await mismatchOf(tx, orderId);
    if (order.status !== "mismatch" || !found)
      throw new Refusal("wrong_state", { message: "The payment of this order does not wait for a decision." });
    const charge = await intentOf(tx, orderId);
    if (outcome === "accept" && charge.settle === "void") throw new Refusal("wrong_state", { message: notWanted });
    await (outcome === "accept" ? accept(inTx, order, charge, found) : release(inTx, order, charge, found));
    const decided = { outcome, decided_at: services.clock.now() };
    await tx.updateTable("payment_mismatch").set(decided).where("order_id", "=", orderId).execute();
    await services.jobs.enqueue(tx, storeQueues.settled, { orderId });
  });
}

const notWanted = "This order was declined or taken back; its payment can only be released.";

type MismatchRow = NonNullable<Awaited<ReturnType<typeof mismatchOf>>>;

async function accept(parts: TxServices, order: OrderRow, charge: IntentRow, row: MismatchRow): Promise<void> {
  const { db, clock, jobs } = parts;
  const found = foundIn(row);
  const message = acceptObstacle(found, { totalCents: order.total_cents, currency: order.currency });
  if (message !== null) throw new Refusal("wrong_state", { message });
  const now = clock.now();
  const taken = takenCents(found);
  const excess = taken - order.total_cents;
  await closeMismatch(db, charge.id, taken, now);
  await moveOrder(db, order.id, "paid", now);
  await noteEvent(db, order.id, "paid", now);
  await bookSale(db, order, { id: charge.id, takenCents: taken }, now);
  if (excess > 0) {
    const refundId = v5(order.id, excessSpace);
    await requestRefund(db, parts, {
      refundId,
      paymentIntentId: charge.id,
      amountCents: excess,
      reason: "Taken too much",
    });
  }
  await jobs.enqueue(db, storeQueues.placed, { orderId: order.id });
}

async function release(parts: TxServices, order: OrderRow, charge: IntentRow, found: MismatchRow): Promise<void> {
  const { db, clock } = parts;
  const now = clock.now();
  await closeMismatch(db, charge.id, null, now);
  await moveOrder(db, order.id, "voided", now);
  await noteEvent(db, order.id, "voided", now);
  if (!staysOwed(order, charge)) await releaseDiscounts(db, order.id, now);
  const intent: Intent = {
    id: found.gateway_intent_id,
    status: found.intent_status as IntentStatus,
    amount: found.amount_cents,
    currency: found.currency,
    amountCaptured: found.captured_cents,
    amountRefunded: found.refunded_cents,
    orderId: order.id,
  };
  await wishRelease(db, parts, {
    intent,
    orderId: order.id,
    reason: "the practice released what differs from the order",
  });
  await tellReleased(parts, order);
}

/** Tells her that nothing is held or taken for an order any more. Joins the transaction of `db`. */
export async function tellReleased(parts: TxServices, order: Pick<OrderRow, "id" | "patient_id">): Promise<void> {
  await tell(parts, {
    patientId: order.patient_id,
    what: "payment_released",
    values: { orderid: order.id },
    dedupeKey: order.id,
  });
}

const foundIn = (row: MismatchRow): Found => ({
  capturedCents: row.captured_cents,
  refundedCents: row.refunded_cents,
  currency: row.currency,
});

const mismatchOf = (db: Database, orderId: string) =>
  db.selectFrom("payment_mismatch").selectAll().where("order_id", "=", orderId).executeTakeFirst();

const money = (cents: number, currency: string): string => `${(cents / 100).toFixed(2)} ${currency.toUpperCase()}`;
