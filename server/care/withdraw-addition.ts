import type { Tx } from "#server/platform/database/open.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { TxServices } from "#server/platform/services.ts";
import { tell } from "#server/notifications/public.ts";
import { callOffCharge } from "#server/payment/public.ts";
import {
  isDead,
  isOpen,
  linesOf,
  orderById,
  resolveMismatch,
  settleWithdrawn,
  unconfirmedOrders,
} from "#server/store/public.ts";
import {
  type AdditionRow,
  changeAddition,
  insertAddition,
  lockAdditionOf,
  lockOpenAdditions,
  withAddition,
} from "./additions.ts";
import { withdrawObstacle } from "./addition-rules.ts";

/**
 * She takes back what she added, before her doctor decides: nothing of it is charged, what was taken is given back, and she is told. Again it
 * changes nothing. `not_found` for an order that is no addition of hers, `wrong_state` after a decision. In the transaction of a caller who
 * holds the lock of her orders.
 */
export async function withdrawAddition(parts: TxServices, patientId: string, orderId: string): Promise<void> {
  const found = await lockAdditionOf(parts.db, orderId);
  if (found?.patient_id !== patientId) throw new Refusal("not_found");
  const message = withdrawObstacle(found.status);
  if (message !== null) throw new Refusal("wrong_state", { message });
  if (found.status === "open") await takeBack(parts, found);
}

/**
 * As `withdrawAddition`, everything of hers that waits. What is at the bank still is called off: it is taken back when the bank says yes.
 * Whether there was anything.
 */
export async function withdrawAdditions(parts: TxServices, patientId: string): Promise<boolean> {
  return withdrawAdditionsOf(parts, patientId, () => true);
}

/** As `withdrawAdditions`, those that bring one of these products. */
export async function withdrawAdditionsOf(
  parts: TxServices,
  patientId: string,
  concerns: (productId: string) => boolean,
): Promise<boolean> {
  const unfinished = await takeInUnfinished(parts, patientId, concerns);
  const open = await bringing(parts.db, await lockOpenAdditions(parts.db, patientId), concerns);
  for (const addition of open) await takeBack(parts, addition);
  return unfinished || open.length > 0;
}

async function bringing<Row extends { readonly order_id: string }>(
  db: Tx,
  rows: readonly Row[],
  concerns: (productId: string) => boolean,
): Promise<Row[]> {
  if (rows.length === 0) return [];
  const lines = await linesOf(
    db,
    rows.map(({ order_id }) => order_id),
  );
  const concerned = lines.filter(({ product_id }) => concerns(product_id)).map(({ order_id }) => order_id);
  return rows.filter(({ order_id }) => concerned.includes(order_id));
}

/** Calls off what was ordered and the bank has not answered for; what it has answered for becomes an addition, if it is none yet. */
async function takeInUnfinished(
  { db, clock }: TxServices,
  patientId: string,
  concerns: (productId: string) => boolean,
): Promise<boolean> {
  const found = await unconfirmedOrders(db, { patientId, kind: "upsell", statuses: underWay });
  const orders = await bringing(
    db,
    found.map((order) => ({ ...order, order_id: order.id })),
    concerns,
  );
  const taken = await withAddition(
    db,
    orders.map(({ id }) => id),
  );
  const unfinished = orders.filter(({ id }) => !taken.has(id));
  for (const { id: orderId, status } of unfinished)
    if (isOpen(status)) await callOffCharge(db, orderId);
    else await insertAddition(db, { patientId, orderId, now: clock.now() });
  return unfinished.length > 0;
}

const underWay = ["authorizing", "unknown", "mismatch", "authorized", "paid"] as const;

async function takeBack(parts: TxServices, { id, patient_id: patientId, order_id }: AdditionRow): Promise<void> {
  const { db, clock } = parts;
  const now = clock.now();
  await changeAddition(db, id, "open", { status: "withdrawn", decided_at: now, settled_at: now });
  const order = await orderById(db, order_id);
  if (!order) return;
  // What differs from the order waits for the practice, which has nothing to weigh any more.
  if (order.status === "mismatch") return resolveMismatch(parts, order_id, "release");
  if (!isDead(order.status)) await settleWithdrawn(parts, order_id);
  await tell(parts, {
    patientId,
    what: "order_withdrawn",
    values: { ordernumber: order.number ?? "", orderid: order_id },
    dedupeKey: order_id,
  });
}
