import { formatCents } from "#contract/fields/numbers.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import {
  isClosedUnpaid,
  isPaymentPending,
  linesOf,
  orderById,
  type OrderRow,
  resolveMismatch,
  unconfirmedOrders,
  voidWithdrawnOrder,
} from "#server/orders/public.ts";
import { isChargeCancelRequested, requestChargeCancel } from "#server/payment/public.ts";
import type { Database, Tx } from "#server/platform/database/open.ts";
import { orderStates } from "#server/platform/database/states.ts";
import { Refusal, type Refuses } from "#server/platform/refusal.ts";
import { type Sentence, sentence } from "#server/platform/sentences.ts";
import type { TxServices } from "#server/platform/services.ts";
import {
  insertUpsellRequest,
  lockUndecidedUpsellRequests,
  lockUpsellRequest,
  ordersWithUpsellRequest,
  updateUpsellRequest,
  upsellRequestLines,
  type UpsellRequestRow,
  type UpsellRequestStatus,
} from "./upsell-request-queries.ts";

/** Why the patient cannot withdraw an upsell request; null when they can or already have. */
const upsellWithdrawalObstacle = (status: UpsellRequestStatus): Sentence | null =>
  status === "open" || status === "withdrawn" ? null : withdrawalRefusals[status];

const withdrawalRefusals: Readonly<Record<"approved" | "declined" | "lapsed", Sentence>> = {
  approved: sentence("orders.upsell_approved"),
  declined: sentence("orders.upsell_not_approved"),
  lapsed: sentence("orders.upsell_lapsed"),
};

/**
 * Withdraws an upsell request before the doctor decides: an authorization is voided, a capture refunded, and the patient is notified.
 * Idempotent. `not_found` for an order that is no upsell request of the patient, `wrong_state` after a decision. The caller's transaction
 * holds the lock of the patient's orders.
 */
export async function withdrawUpsellRequest(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
  orderId: string,
): Promise<void> {
  const found = await lockUpsellRequest(services.db, orderId);
  if (found?.patient_id !== patientId) throw new Refusal("not_found");
  const message = upsellWithdrawalObstacle(found.status);
  if (message !== null) throw services.refuse("wrong_state", { message });
  if (found.status === "open") await withdrawRequest(services, found);
}

/**
 * As `withdrawUpsellRequest`, for all undecided requests of the patient. A charge the bank has not answered is marked for cancelling and
 * withdrawn when the bank approves it. Returns whether there was anything to withdraw.
 */
export async function withdrawAllUpsellRequests(
  services: TxServices & Refuses<"wrong_state">,
  patientId: string,
): Promise<boolean> {
  return withdrawUpsellRequestsFor(services, patientId, () => true);
}

/** As `withdrawAllUpsellRequests`, for those with one of these products. */
export async function withdrawUpsellRequestsFor(
  services: TxServices & Refuses<"wrong_state">,
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

/** Cancels charges the bank has not answered. An order it has answered gets an upsell request, if it has none, so that the caller can withdraw it. */
async function cancelUnconfirmedUpsells(
  { db, clock }: TxServices,
  patientId: string,
  affects: (productId: string) => boolean,
): Promise<boolean> {
  const found = await unconfirmedOrders(db, { patientId, kind: "upsell", statuses: orderStates.cancellable.list });
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

async function withdrawRequest(
  services: TxServices & Refuses<"wrong_state">,
  { id, patient_id: patientId, order_id }: UpsellRequestRow,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  await updateUpsellRequest(db, id, "open", { status: "withdrawn", decided_at: now, completed_at: now });
  const order = await orderById(db, order_id);
  if (!order) return;
  // A mismatched payment waits for the practice, which no longer has anything to decide.
  if (order.status === "mismatch") return resolveMismatch(services, order_id, "release");
  if (!isClosedUnpaid(order.status)) await voidWithdrawnOrder(services, order_id);
  await notifyAndMail(services, {
    patientId,
    template: "order_withdrawn",
    values: { ordernumber: order.number ?? "", orderid: order_id },
    dedupeKey: order_id,
  });
}

/**
 * Passes an authorized upsell order to the doctor as an upsell request and notifies the patient that it arrived. An order cancelled in the
 * meantime is withdrawn at once instead. The caller's transaction holds the lock of the patient's orders. Idempotent.
 */
export async function openUpsellRequest(
  services: TxServices & Refuses<"wrong_state">,
  order: RequestedOrder,
): Promise<void> {
  if (await recordUpsellRequest(services, order)) await notifyUpsellRequested(services, order);
}

type RequestedOrder = Pick<OrderRow, "id" | "patient_id" | "number" | "total_cents">;

/** As `openUpsellRequest`, without notifying the patient. Whether it's new, and wasn't withdrawn at once. */
export async function recordUpsellRequest(
  services: TxServices & Refuses<"wrong_state">,
  { id: orderId, patient_id: patientId }: Pick<RequestedOrder, "id" | "patient_id">,
): Promise<boolean> {
  if (!(await insertUpsellRequest(services.db, { patientId, orderId, now: services.clock.now() }))) return false;
  if (!(await isChargeCancelRequested(services.db, orderId))) return true;
  await withdrawUpsellRequest(services, patientId, orderId);
  return false;
}

/** The order arrived, and waits for the doctor. */
export const notifyUpsellRequested = (
  services: TxServices,
  { id: orderId, patient_id: patientId, number, total_cents }: RequestedOrder,
): Promise<void> =>
  notifyAndMail(services, {
    ...{ patientId, template: "order_confirmation", dedupeKey: orderId },
    values: { ordernumber: number ?? "", total: formatCents(total_cents), orderid: orderId },
  });

/**
 * The patient's upsell requests: those waiting for the doctor, with their orders, and the product ids of the declined, lapsed
 * (authorization gone before a decision) and withdrawn ones.
 */
export interface UpsellRequestsByStatus {
  readonly waiting: readonly { readonly orderId: string; readonly productId: string; readonly name: string }[];
  readonly declined: readonly string[];
  readonly lapsed: readonly string[];
  readonly withdrawn: readonly string[];
}

type UpsellRequestLine = Awaited<ReturnType<typeof upsellRequestLines>>[number];

export async function loadUpsellRequests(
  { db }: { readonly db: Database },
  patientId: string,
): Promise<UpsellRequestsByStatus> {
  return upsellRequestsByStatus(await upsellRequestLines(db, patientId));
}

/** Groups upsell request lines, oldest first, by status. */
export function upsellRequestsByStatus(rows: readonly UpsellRequestLine[]): UpsellRequestsByStatus {
  const withStatus = (wanted: UpsellRequestStatus) => rows.filter(({ status }) => status === wanted);
  return {
    waiting: withStatus("open").map(({ order_id: orderId, product_id: productId, name }) => ({
      orderId,
      productId,
      name,
    })),
    declined: withStatus("declined").map(({ product_id }) => product_id),
    lapsed: withStatus("lapsed").map(({ product_id }) => product_id),
    withdrawn: withStatus("withdrawn").map(({ product_id }) => product_id),
  };
}
