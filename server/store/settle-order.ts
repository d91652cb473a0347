import { transact, type Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { intentOf, paymentQueues, requestRefund, wishSettlement } from "#server/payment/public.ts";
import { correctEvent, lockOrder, moveOrder, noteEvent, type OrderRow } from "./orders.ts";

type Parts = Pick<Services, "db" | "clock" | "jobs">;

/**
 * The physician approved: has a job take the amount that is held; the order is `paid` when the gateway says so. Joins the
 * transaction of `db`. Again it changes nothing; after `settleDeclined`, or when nothing is held, `wrong_state`.
 */
export const settleApproved = (parts: Parts, orderId: string): Promise<void> => settle(parts, orderId, "capture");

/** The physician declined: has a job let the held amount go; the order becomes `voided`. As `settleApproved` otherwise. */
export const settleDeclined = (parts: Parts, orderId: string): Promise<void> => settle(parts, orderId, "void");

function settle({ db, clock, jobs }: Parts, orderId: string, wish: "capture" | "void"): Promise<void> {
  return transact(db, async (tx) => {
    const order = await locked(tx, orderId);
    const now = clock.now();
    const charge = await intentOf(tx, orderId);
    const agreed = await wishSettlement(tx, charge.id, wish, now);
    const takenAtOnce = wish === "capture" && order.status === "paid";
    if (agreed !== wish && !takenAtOnce) throw new Refusal("wrong_state");
    await noteEvent(tx, orderId, wish === "capture" ? "approved" : "declined", now);
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
