import { v5 } from "uuid";
import type { TxServices } from "#server/platform/services.ts";
import { refundableCents } from "#server/payment/public.ts";
import { cancelLine, type OrderRow, refundOrder } from "#server/store/public.ts";
import { freeCoupons } from "./free-coupons.ts";
import { changeSupplies, isCalledOff, type SupplyRow } from "./supply-queries.ts";

/** Namespace of the refund ids of supplies. */
const refundSpace = "7d3f1c52-9a0e-4a6b-8f0d-3c1f5f2a7b64";

/**
 * A paid supply is not sent: its line is cancelled, and a job gives its money back; with the last one of an order all that is left. In the
 * transaction of a caller who holds the lock of her orders. Returns the money, in cents.
 */
export async function refundSupply(parts: TxServices, order: OrderRow, supply: SupplyRow): Promise<number> {
  const { db, clock } = parts;
  await changeSupplies(db, [supply.id], { status: "cancelled", settled_at: clock.now() });
  // What she had earned for it is hers again with the last supply it was for.
  await freeCoupons(parts, supply.patient_id);
  if (supply.product_id !== null) await cancelLine(db, order.id, supply.product_id, clock.now());
  const left = await refundableCents(db, order.id);
  const isLast = await isCalledOff(db, order.id);
  const amountCents = isLast ? left : Math.min(left, supply.amount_cents);
  if (amountCents > 0)
    await refundOrder(parts, {
      orderId: order.id,
      refundId: v5(supply.id, refundSpace),
      amountCents,
      reason: "The supply was cancelled",
    });
  return amountCents;
}
