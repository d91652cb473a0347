import type { Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { requestChargeCancel } from "#server/payment/public.ts";
import {
  isClosedUnpaid,
  isPaymentPending,
  linesOf,
  orderById,
  resolveMismatch,
  voidWithdrawnOrder,
  unconfirmedOrders,
} from "#server/store/public.ts";
import {
  type UpsellRequestRow,
  updateUpsellRequest,
  insertUpsellRequest,
  lockUpsellRequest,
  lockUndecidedUpsellRequests,
  ordersWithUpsellRequest,
} from "./additions.ts";
import { upsellWithdrawalObstacle } from "./decisions/upsells/upsell-rules.ts";

/**
 * She takes back what she added, before her doctor decides: nothing of it is charged, what was taken is given back, and she is told. Again it
 * changes nothing. `not_found` for an order that is no addition of hers, `wrong_state` after a decision. In the transaction of a caller who
 * holds the lock of her orders.
 */
export async function withdrawUpsellRequest(services: TxServices, patientId: string, orderId: string): Promise<void> {
  const found = await lockUpsellRequest(services.db, orderId);
  if (found?.patient_id !== patientId) throw new Refusal("not_found");
  const message = upsellWithdrawalObstacle(found.status);
  if (message !== null) throw new Refusal("wrong_state", { message });
  if (found.status === "open") await withdrawRequest(services, found);
}

/**
 * As `withdrawUpsellRequest`, everything of hers that waits. What is at the bank still is called off: it is taken back when the bank says yes.
 * Whether there was anything.
 */
export async function withdrawAllUpsellRequests(services: TxServices, patientId: string): Promise<boolean> {
  return withdrawUpsellRequestsFor(services, patientId, () => true);
}

/** As `withdrawAllUpsellRequests`, those that bring one of these products. */
export async function withdrawUpsellRequestsFor(
  services: TxServices,
  patientId: string,
  affects: (productId: string) => boolean,
): Promise<boolean> {
  const unfinished = await cancelUnconfirmedUpsells(services, patientId, affects);
  const open = await ordersWithProducts(
    services.db,
    await lockUndecidedUpsellRequests(services.db, patientId),
    affects,
  );
  for (const request of open) await withdrawRequest(services, request);
  return unfinished || open.length > 0;
}

async function ordersWithProducts<Row extends { readonly order_id: string }>(
  db: Tx,
  rows: readonly Row[],
  affects: (productId: string) => boolean,
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const lines = await linesOf(
    db,
    rows.map(({ order_id }) => order_id),
  );
  const affected = lines.filter(({ product_id }) => affects(product_id)).map(({ order_id }) => order_id);
  return rows.filter(({ order_id }) => affected.includes(order_id));
}

/** Calls off what was ordered and the bank has not answered for; what it has answered for becomes an addition, if it is none yet. */
async function cancelUnconfirmedUpsells(
  { db, clock }: TxServices,
  patientId: string,
  affects: (productId: string) => boolean,
): Promise<boolean> {
  const found = await unconfirmedOrders(db, { patientId, kind: "upsell", statuses: unconfirmedStatuses });
  const orders = await ordersWithProducts(
    db,
    found.map((order) => ({ ...order, order_id: order.id })),
    affects,
  );
  const requested = await ordersWithUpsellRequest(
    db,
    orders.map(({ id }) => id),
  );
  const unfinished = orders.filter(({ id }) => !requested.has(id));
  for (const { id: orderId, status } of unfinished)
    if (isPaymentPending(status)) await requestChargeCancel(db, orderId);
    else await insertUpsellRequest(db, { patientId, orderId, now: clock.now() });
  return unfinished.length > 0;
}

const unconfirmedStatuses = ["authorizing", "unknown", "mismatch", "authorized", "paid"] as const;

async function withdrawRequest(
  services: TxServices,
  { id, patient_id: patientId, order_id }: UpsellRequestRow,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await updateUpsellRequest(db, id, "open", { status: "withdrawn", decided_at: now, settled_at: now });
  const order = await orderById(db, order_id);
  if (!order) return;
  // What differs from the order waits for the practice, which has nothing to weigh any more.
  if (order.status === "mismatch") return resolveMismatch(services, order_id, "release");
  if (!isClosedUnpaid(order.status)) await voidWithdrawnOrder(services, order_id);
  await notifyAndMail(services, {
    patientId,
    what: "order_withdrawn",
    values: { ordernumber: order.number ?? "", orderid: order_id },
    dedupeKey: order_id,
  });
}
