import { Refusal } from "#server/platform/refusal.ts";
import { quoteOrder, shipStateOf } from "#server/store/public.ts";
import type { UpsellRow } from "./upsell-queries.ts";
import type { Deps } from "./present-upsell.ts";

type UpsellCoupons = readonly Pick<UpsellRow, "coupon_code">[];
type UpsellsToOrder = readonly Pick<UpsellRow, "coupon_code" | "product_id" | "pricing_id">[];

/** Whether a code is one that came with the offers, and not one she has of her own. */
export const isUpsellCoupon = (upsells: UpsellCoupons, code: string): boolean =>
  upsells.some(({ coupon_code }) => coupon_code?.toUpperCase() === code.trim().toUpperCase());

interface CouponRequest {
  readonly coupon?: string | null | undefined;
  readonly couponId?: string | null | undefined;
}
/** The one code a request names, by either of its words: the first there is. */
export const requestedCoupon = (requests: readonly CouponRequest[]): string | undefined =>
  requests.flatMap(({ coupon, couponId }) => coupon ?? couponId ?? []).at(0);

/**
 * The code with which she buys offers: the one she names, else the first of theirs. One of theirs that has ended, was used, or that this order
 * cannot have counts as none, as it does where the offer is shown; one of her own is left to the order to refuse.
 */
export async function couponForUpsells(
  services: Deps,
  patientId: string,
  upsells: UpsellsToOrder,
  requested: string | undefined,
): Promise<string | null> {
  if (requested !== undefined && !isUpsellCoupon(upsells, requested)) return requested;
  const shipState = await shipStateOf(services.db, patientId);
  const lines = upsells.map(({ product_id: productid, pricing_id: pricingid }) => ({
    productid,
    pricingid,
    quantity: 1,
  }));
  // Without an address the order is refused for that.
  if (shipState === "") return null;
  for (const { coupon_code: couponCode } of upsells)
    if (
      couponCode !== null &&
      (await succeeds(() => quoteOrder(services, { patientId, lines, couponCode, shipState })))
    )
      return couponCode;
  return null;
}

/** Whether what is asked is not refused. */
async function succeeds(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
