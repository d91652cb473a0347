import { transact, type Tx } from "#server/platform/database/open.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { intentOf, recordIntent, wishRelease, type IntentRow, type RecordedStatus } from "#server/payment/public.ts";
import { returnFills } from "#server/prescriptions/public.ts";
import { bookSale } from "./book-sale.ts";
import { noteMismatch } from "./mismatch.ts";
import { isDead, judge, type OrderStatus } from "./order-machine.ts";
import { lockOrder, moveOrder, noteEvent, type OrderRow } from "./orders.ts";
import { releaseDiscounts, staysOwed } from "./release-discounts.ts";
import { storeQueues } from "./queues.ts";

type Parts = Pick<Services, "db" | "clock" | "jobs" | "log" | "gateway">;

/**
 * Brings an order to what the gateway says of its charge now. The browser's call, webhooks and the reconciling job all end
 * here, in any order and any number; under the order's lock each change happens once. Returns the order's state afterwards, null for an order that does not exist.
 */
export function applyIntent(parts: Parts, orderId: string, intent: Intent): Promise<OrderStatus | null> {
  return transact(parts.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return null;
    const charge = await intentOf(tx, orderId);
    if (charge.gateway_intent_id !== null && charge.gateway_intent_id !== intent.id) {
      await wishRelease(tx, parts, { intent, orderId, reason: "a second charge for the order" });
      return order.status;
    }
    const verdict = judge({ status: order.status, totalCents: order.total_cents, currency: order.currency }, intent);
    const now = parts.clock.now();
    if (!isDead(order.status))
      await recordIntent(
        tx,
        charge.id,
        verdict.move === "mismatch" ? "mismatch" : recorded[intent.status],
        intent,
        now,
      );
    if (verdict.release)
      await wishRelease(tx, parts, { intent, orderId, reason: "a charge for an order that is over" });
    if (verdict.move === "mismatch" || order.status === "mismatch") await noteMismatch(tx, parts, orderId, intent);
    if (!verdict.move || !(await moveOrder(tx, orderId, verdict.move, now, intent.lastDecline?.code)))
      return order.status;
    await follow(tx, parts, order, charge, verdict.move);
    return verdict.move;
  });
}

/** Ends an order whose charge was never made: refused outright (`declineCode`), or given up (null). */
export function failOrder(parts: Parts, orderId: string, declineCode: string | null): Promise<OrderStatus> {
  return transact(parts.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const charge = await intentOf(tx, orderId);
    const now = parts.clock.now();
    if (!order || !(await moveOrder(tx, orderId, "failed", now, declineCode))) return order?.status ?? "failed";
    await recordIntent(tx, charge.id, "declined", null, now);
    await follow(tx, parts, order, charge, "failed");
    return "failed";
  });
}

/** Notes that the gateway's answer was lost; a job will ask again. Returns the order's state, which may be known by now. */
export function markUnknown(parts: Parts, orderId: string): Promise<OrderStatus> {
  return transact(parts.db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    const charge = await intentOf(tx, orderId);
    const now = parts.clock.now();
    if (!order || !(await moveOrder(tx, orderId, "unknown", now))) return order?.status ?? "failed";
    await recordIntent(tx, charge.id, "unknown", null, now);
    return "unknown";
  });
}

const recorded: Readonly<Record<Intent["status"], RecordedStatus>> = {
  requires_capture: "requires_capture",
  succeeded: "succeeded",
  canceled: "canceled",
  requires_payment_method: "declined",
  requires_action: "unknown",
  processing: "unknown",
};

/** What a move brings with it, in its transaction. */
async function follow(tx: Tx, parts: Parts, order: OrderRow, charge: IntentRow, to: OrderStatus): Promise<void> {
  const now = parts.clock.now();
  if (to === "mismatch") parts.log.error({ order: order.id, charge: charge.id }, "payment differs from its order");
  if (to === "failed" || to === "voided") {
    if (!staysOwed(order, charge)) await releaseDiscounts(tx, order.id, now);
    await returnFills(tx, order.id);
  }
  if (to === "voided" || to === "authorized" || to === "paid" || to === "mismatch")
    await noteEvent(tx, order.id, to, now);
  if (to === "paid") await bookSale(tx, order, { id: charge.id, takenCents: order.total_cents }, now);
  const placed =
    (order.status === "authorizing" || order.status === "unknown") && (to === "authorized" || to === "paid");
  const settled = order.status === "authorized";
  if (settled) await parts.jobs.enqueue(tx, storeQueues.settled, { orderId: order.id });
  if (placed) await parts.jobs.enqueue(tx, storeQueues.placed, { orderId: order.id });
}
