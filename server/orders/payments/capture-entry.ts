import { postLedgerEntry } from "#server/payment/public.ts";
import type { Tx } from "#server/platform/database/open.ts";
import type { OrderRow } from "../orders.ts";

/** Posts the ledger entry of a capture; `takenCents` beyond the order's total are posted as refunds due. Idempotent. */
export const postCaptureEntry = (
  tx: Tx,
  order: OrderRow,
  charge: { readonly id: string; readonly capturedCents: number },
  at: Date,
): Promise<void> =>
  postLedgerEntry(tx, {
    id: charge.id,
    orderId: order.id,
    reason: "capture",
    at,
    amounts: {
      gateway: charge.capturedCents,
      discounts: order.discount_cents,
      sales: -order.subtotal_cents,
      shipping: -order.shipping_cents,
      tax: -order.tax_cents,
      refunds: order.total_cents - charge.capturedCents,
    },
  });
