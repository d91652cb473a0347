import { formatCents } from "#contract/fields/fields.ts";
import type { Database } from "#server/platform/database/open.ts";
import type { TxServices } from "#server/platform/services.ts";
import { notifyAndMail } from "#server/notifications/public.ts";
import { isChargeCancelRequested } from "#server/payment/public.ts";
import type { OrderRow } from "#server/orders/public.ts";
import { upsellRequestLines, type UpsellRequestStatus, insertUpsellRequest } from "#server/orders/upsell-requests/upsell-request-queries.ts";
import { withdrawUpsellRequest } from "#server/orders/upsell-requests/upsell-requests.ts";

/**
 * Passes an authorized upsell order to the doctor as an upsell request and notifies the patient that it arrived. An order cancelled in the
 * meantime is withdrawn at once instead. The caller's transaction holds the lock of the patient's orders. Idempotent.
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
