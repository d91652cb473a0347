import { formatCents } from "#contract/fields/fields.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { isChargeCancelRequested } from "#server/payment/public.ts";
import type { OrderRow } from "#server/store/public.ts";
import { upsellRequestLines, type UpsellRequestStatus, insertUpsellRequest } from "./additions.ts";
import { withdrawUpsellRequest } from "./withdraw-addition.ts";

/**
 * Hands an order whose amount is held to her doctor: she added something to her treatment. She is told that it came. One that was called off
 * meanwhile is taken back at once instead. In the transaction of a caller who holds the lock of her orders; again it changes nothing.
 */
export async function openUpsellRequest(
  services: TxServices,
  order: Pick<OrderRow, "id" | "patient_id" | "number" | "total_cents">,
): Promise<void> {
  const { id: orderId, patient_id: patientId } = order;
  if (!(await insertUpsellRequest(services.db, { patientId, orderId, now: services.clock.now() }))) return;
  if (await isChargeCancelRequested(services.db, orderId)) return withdrawUpsellRequest(services, patientId, orderId);
  const values = { ordernumber: order.number ?? "", total: formatCents(order.total_cents), orderid: orderId };
  await notifyAndMail(services, { patientId, what: "order_confirmation", values, dedupeKey: orderId });
}

/** What she added: what waits for her doctor, with its order, and ids of what a doctor declined, what nobody had decided on when the hold was gone, and what she took back. */
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

/** The same of products that were added, oldest first. */
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
