import { v5 } from "uuid";
import { transact, type Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { intentOf, paymentQueues, refundableCents, requestRefund, wishSettlement } from "#server/payment/public.ts";
import { correctEvent, lockOrder, moveOrder, noteEvent, type OrderRow } from "./orders.ts";
import { releaseDiscounts } from "./release-discounts.ts";

type Parts = Pick<Services, "db" | "clock" | "jobs">;

/** Namespace of the refunds of what was taken and not approved. */
const notApprovedSpace = "5b1c9b0a-2f2d-4c0e-9d4b-6a7f3f1d2e88";

/**
 * The physician approved: has a job take the amount that is held; the order is `paid` when the gateway says so. Joins the
 * transaction of `db`. Again it changes nothing; after `settleDeclined`, or when nothing is held, `wrong_state`.
 */
export const settleApproved = (parts: Parts, orderId: string): Promise<void> =>
  settle(parts, orderId, "capture", "approved");

/**
 * The physician declined: has a job let the held amount go; the order becomes `voided`. What was taken already, because the practice accepted
 * a payment that differed, is given back instead, all of it. As `settleApproved` otherwise.
 */
export const settleDeclined = (parts: Parts, orderId: string): Promise<void> => letGo(parts, orderId, "declined");

/** She took it back before a physician decided: as `settleDeclined`, but nobody declined it. */
export const settleWithdrawn = (parts: Parts, orderId: string): Promise<void> => letGo(parts, orderId, null);

function letGo(parts: Parts, orderId: string, event: "declined" | null): Promise<void> {
  return transact(parts.db, async (tx) => {
    const order = await locked(tx, orderId);
    const charge = await intentOf(tx, orderId);
    if (order.status !== "paid" || charge.settle === "capture")
      return settle({ ...parts, db: tx }, orderId, "void", event);
    const now = parts.clock.now();
    if (event !== null) await noteEvent(tx, orderId, event, now);
    const amountCents = await refundableCents(tx, orderId);
    await releaseDiscounts(tx, orderId, now);
    if (amountCents === 0) return;
    const refundId = v5(orderId, notApprovedSpace);
    await requestRefund(tx, parts, { refundId, paymentIntentId: charge.id, amountCents, reason: "Not approved" });
  });
}

function settle(
  { db, clock, jobs }: Parts,
  orderId: string,
  wish: "capture" | "void",
  event: "approved" | "declined" | null,
): Promise<void> {
  return transact(db, async (tx) => {
    const order = await locked(tx, orderId);
    const now = clock.now();
    const charge = await intentOf(tx, orderId);
    const agreed = await wishSettlement(tx, charge.id, wish, now);
    const takenAtOnce = wish === "capture" && order.status === "paid";
    if (agreed !== wish && !takenAtOnce) throw new Refusal("wrong_state");
    if (event !== null) await noteEvent(tx, orderId, event, now);
    if (order.status === "authorized") {
      await jobs.enqueue(tx, paymentQueues.settle, { paymentIntentId: charge.id });
    }
  });
}

/** Steps after payment: `pharmacy` while paid, then `shipped`, then `delivered`; another order of them is `wrong_state`. `detail` is shown (carrier, tracking); again, it is corrected. */
export function recordProgress(
  { db, clock }: Pick<Parts, "db" | "clock">,
  orderId: string,
  step: "pharmacy" | "shipped" | "delivered",
  detail: string | null = null,
): Promise<void> {
  return transact(db, async (tx) => {
    const order = await locked(tx, orderId);
    const now = clock.now();
    if (order.status === step) return correctEvent(tx, orderId, step, detail);
    const allowed = step === "pharmacy" ? order.status === "paid" : await moveOrder(tx, orderId, step, now);
    if (!allowed) throw new Refusal("wrong_state");
    await noteEvent(tx, orderId, step, now, detail);
  });
}

/** Has a job give `amountCents` of a paid order back. A `refundId` (UUID) counts once; more than was paid is `wrong_state`. */
export function refundOrder(
  parts: Parts,
  refund: {
    readonly orderId: string;
    readonly refundId: string;
    readonly amountCents: number;
    readonly reason: string;
  },
): Promise<void> {
  const { orderId, ...wish } = refund;
  return transact(parts.db, async (tx) => {
    await locked(tx, orderId);
    const charge = await intentOf(tx, orderId);
    await requestRefund(tx, parts, { ...wish, paymentIntentId: charge.id });
  });
}

/** All of it was given back. */
export function markRefunded({ db, clock }: Pick<Parts, "db" | "clock">, orderId: string): Promise<void> {
  return transact(db, async (tx) => {
    await locked(tx, orderId);
    if (await moveOrder(tx, orderId, "refunded", clock.now())) await noteEvent(tx, orderId, "refunded", clock.now());
  });
}

async function locked(tx: Tx, orderId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, orderId);
  if (!order) throw new Refusal("not_found");
  return order;
}
