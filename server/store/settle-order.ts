import { v5 } from "uuid";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import {
  intentOf,
  paymentQueues,
  refundableCents,
  requestRefund,
  requestCaptureOrVoid,
} from "#server/payment/public.ts";
import { correctOrderEvent, lockOrder, transitionOrder, recordOrderEvent, type OrderRow } from "./orders.ts";
import { releaseOrderDiscounts } from "./release-discounts.ts";

type Deps = Pick<Services, "db" | "clock" | "jobs">;

/** Namespace of the refunds of what was taken and not approved. */
const declinedRefundNamespace = "5b1c9b0a-2f2d-4c0e-9d4b-6a7f3f1d2e88";

/**
 * The physician approved: has a job take the amount that is held; the order is `paid` when the gateway says so. Joins the
 * transaction of `db`. Again it changes nothing; after `voidDeclinedOrder`, or when nothing is held, `wrong_state`.
 */
export const captureApprovedOrder = (services: Deps, orderId: string): Promise<void> =>
  captureOrVoidOrder(services, orderId, "capture", "approved");

/**
 * The physician declined: has a job let the held amount go; the order becomes `voided`. What was taken already, because the practice accepted
 * a payment that differed, is given back instead, all of it. As `captureApprovedOrder` otherwise.
 */
export const voidDeclinedOrder = (services: Deps, orderId: string): Promise<void> =>
  voidOrRefundOrder(services, orderId, "declined");

/** She took it back before a physician decided: as `voidDeclinedOrder`, but nobody declined it. */
export const voidWithdrawnOrder = (services: Deps, orderId: string): Promise<void> =>
  voidOrRefundOrder(services, orderId, null);

function voidOrRefundOrder(services: Deps, orderId: string, event: "declined" | null): Promise<void> {
  return inTransaction(services.db, async (tx) => {
    const order = await lockExistingOrder(tx, orderId);
    const charge = await intentOf(tx, orderId);
    if (order.status !== "paid" || charge.settle === "capture")
      return captureOrVoidOrder({ ...services, db: tx }, orderId, "void", event);
    const now = services.clock.now();
    if (event !== null) await recordOrderEvent(tx, orderId, event, now);
    const amountCents = await refundableCents(tx, orderId);
    await releaseOrderDiscounts(tx, orderId, now);
    if (amountCents === 0) return;
    const refundId = v5(orderId, declinedRefundNamespace);
    await requestRefund(tx, services, { refundId, paymentIntentId: charge.id, amountCents, reason: "Not approved" });
  });
}

function captureOrVoidOrder(
  { db, clock, jobs }: Deps,
  orderId: string,
  decision: "capture" | "void",
  event: "approved" | "declined" | null,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockExistingOrder(tx, orderId);
    const now = clock.now();
    const charge = await intentOf(tx, orderId);
    const decided = await requestCaptureOrVoid(tx, charge.id, decision, now);
    const capturedAlready = decision === "capture" && order.status === "paid";
    if (decided !== decision && !capturedAlready) throw new Refusal("wrong_state");
    if (event !== null) await recordOrderEvent(tx, orderId, event, now);
    if (order.status === "authorized") {
      await jobs.enqueue(tx, paymentQueues.settle, { paymentIntentId: charge.id });
    }
  });
}

/** Steps after payment: `pharmacy` while paid, then `shipped`, then `delivered`; another order of them is `wrong_state`. `detail` is shown (carrier, tracking); again, it is corrected. */
export function recordFulfillment(
  { db, clock }: Pick<Deps, "db" | "clock">,
  orderId: string,
  step: "pharmacy" | "shipped" | "delivered",
  detail: string | null = null,
): Promise<void> {
  return inTransaction(db, async (tx) => {
    const order = await lockExistingOrder(tx, orderId);
    const now = clock.now();
    if (order.status === step) return correctOrderEvent(tx, orderId, step, detail);
    const allowed = step === "pharmacy" ? order.status === "paid" : await transitionOrder(tx, orderId, step, now);
    if (!allowed) throw new Refusal("wrong_state");
    await recordOrderEvent(tx, orderId, step, now, detail);
  });
}

/** Has a job give `amountCents` of a paid order back. A `refundId` (UUID) counts once; more than was paid is `wrong_state`. */
export function refundOrder(
  services: Deps,
  refund: {
    readonly orderId: string;
    readonly refundId: string;
    readonly amountCents: number;
    readonly reason: string;
  },
): Promise<void> {
  const { orderId, ...command } = refund;
  return inTransaction(services.db, async (tx) => {
    await lockExistingOrder(tx, orderId);
    const charge = await intentOf(tx, orderId);
    await requestRefund(tx, services, { ...command, paymentIntentId: charge.id });
  });
}

/** All of it was given back. */
export function markRefunded({ db, clock }: Pick<Deps, "db" | "clock">, orderId: string): Promise<void> {
  return inTransaction(db, async (tx) => {
    await lockExistingOrder(tx, orderId);
    if (await transitionOrder(tx, orderId, "refunded", clock.now()))
      await recordOrderEvent(tx, orderId, "refunded", clock.now());
  });
}

async function lockExistingOrder(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Refusal("not_found");
  return order;
}
