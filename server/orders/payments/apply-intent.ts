import { releaseOrderDiscounts } from "#server/discounts/public.ts";
import {
  intentOf,
  recordIntent,
  refuseSource,
  requestRelease,
  type IntentRow,
  type IntentRowStatus,
} from "#server/payment/public.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Intent } from "#server/platform/gateway/port.ts";
import type { Services } from "#server/platform/services.ts";
import { restoreOrderFills } from "#server/prescriptions/public.ts";
import { isClosedUnpaid, decideTransition, type OrderStatus } from "../order-status.ts";
import { lockOrder, transitionOrder, recordOrderEvent, type OrderRow } from "../orders.ts";
import { orderQueues } from "../queues.ts";
import { postCaptureEntry } from "./capture-entry.ts";
import { keepsDiscounts } from "./keeps-discounts.ts";
import { recordMismatch } from "./mismatch.ts";

type Deps = Pick<Services, "db" | "clock" | "jobs" | "log" | "gateway">;

/**
 * Brings an order in line with the gateway's current intent. The browser's call, webhooks and the reconciling job all end
 * here, in any order and any number of times; under the order's lock each change happens once. Returns the order's resulting
 * status, or null if the order does not exist.
 */
export function applyIntent(services: Deps, orderId: string, intent: Intent): Promise<OrderStatus | null> {
  return inTransaction(services, async ({ db: tx }) => {
    const order = await lockOrder(tx, orderId);
    if (!order) return null;
    const charge = await intentOf(tx, orderId);
    if (charge.gateway_intent_id !== null && charge.gateway_intent_id !== intent.id) {
      await requestRelease(tx, services, { intent, orderId, reason: "a second charge for the order" });
      return order.status;
    }
    const decision = decideTransition(
      { status: order.status, totalCents: order.total_cents, currency: order.currency },
      intent,
    );
    const now = services.clock.now();
    if (!isClosedUnpaid(order.status))
      await recordIntent(
        tx,
        charge.id,
        decision.nextStatus === "mismatch" ? "mismatch" : intentRowStatus[intent.status],
        intent,
        now,
      );
    if (intent.lastDecline?.final) await refuseSource(tx, charge.payment_source_id, now);
    if (decision.release)
      await requestRelease(tx, services, { intent, orderId, reason: "a charge for an order that is over" });
    if (decision.nextStatus === "mismatch" || order.status === "mismatch")
      await recordMismatch(tx, services, orderId, intent);
    if (
      !decision.nextStatus ||
      !(await transitionOrder(tx, orderId, decision.nextStatus, now, intent.lastDecline?.code))
    )
      return order.status;
    await applyTransitionEffects(tx, services, order, charge, decision.nextStatus);
    return decision.nextStatus;
  });
}

/** Closes an order whose charge was never made: declined, or its card is gone (`declineCode`), or given up (null). */
export function failOrder(services: Deps, orderId: string, declineCode: string | null): Promise<OrderStatus> {
  return inTransaction(services, async ({ db: tx }) => {
    const order = await lockOrder(tx, orderId);
    const charge = await intentOf(tx, orderId);
    const now = services.clock.now();
    if (!order || !(await transitionOrder(tx, orderId, "failed", now, declineCode))) return order?.status ?? "failed";
    await recordIntent(tx, charge.id, "declined", null, now);
    await applyTransitionEffects(tx, services, order, charge, "failed");
    return "failed";
  });
}

/** Records that the gateway's answer was lost; a job asks again. Returns the order's status, which may be known by then. */
export function markUnknown(services: Deps, orderId: string): Promise<OrderStatus> {
  return inTransaction(services, async ({ db: tx }) => {
    const order = await lockOrder(tx, orderId);
    const charge = await intentOf(tx, orderId);
    const now = services.clock.now();
    if (!order || !(await transitionOrder(tx, orderId, "unknown", now))) return order?.status ?? "failed";
    await recordIntent(tx, charge.id, "unknown", null, now);
    return "unknown";
  });
}

const intentRowStatus: Readonly<Record<Intent["status"], IntentRowStatus>> = {
  requires_capture: "requires_capture",
  succeeded: "succeeded",
  canceled: "canceled",
  requires_payment_method: "declined",
  requires_action: "unknown",
  processing: "unknown",
};

/** The side effects of a transition, in its transaction. */
async function applyTransitionEffects(
  tx: Tx,
  services: Deps,
  order: OrderRow,
  charge: IntentRow,
  to: OrderStatus,
): Promise<void> {
  const now = services.clock.now();
  if (to === "mismatch") services.log.error({ order: order.id, charge: charge.id }, "payment differs from its order");
  if (orderStates.uncharged.has(to)) {
    if (!(await keepsDiscounts(tx, order, charge))) await releaseOrderDiscounts(tx, order.id, now);
    await restoreOrderFills(tx, order.id);
  }
  if (to === "voided" || to === "authorized" || to === "paid" || to === "mismatch")
    await recordOrderEvent(tx, order.id, to, now);
  if (to === "paid") await postCaptureEntry(tx, order, { id: charge.id, capturedCents: order.total_cents }, now);
  const placed = orderStates.charging.has(order.status) && orderStates.payable.has(to);
  const settled = order.status === "authorized";
  if (settled) await services.jobs.enqueue(tx, orderQueues.settled, { orderId: order.id });
  if (placed) await services.jobs.enqueue(tx, orderQueues.placed, { orderId: order.id });
}
