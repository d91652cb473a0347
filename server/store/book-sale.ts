import type { Tx } from "#server/platform/database/open.ts";
import { postLedgerEntry } from "#server/payment/public.ts";
import type { OrderRow } from "./orders.ts";

/** Books an order that is paid by this charge; `takenCents` beyond its total stand as refunds due. A second time changes nothing. */
export const postCaptureEntry = (
  tx: Tx,
  order: OrderRow,
  charge: { readonly id: string; readonly takenCents: number },
  at: Date,
): Promise<void> =>
  postLedgerEntry(tx, {
    id: charge.id,
    orderId: order.id,
    reason: "capture",
    at,
    amounts: {
      gateway: charge.takenCents,
      discounts: order.discount_cents,
      sales: -order.lines_cents,
      shipping: -order.shipping_cents,
      tax: -order.tax_cents,
      refunds: order.total_cents - charge.takenCents,
    },
  });
