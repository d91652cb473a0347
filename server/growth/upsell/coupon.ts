import { shipStateOf } from "#server/addresses/public.ts";
import { quoteOrder } from "#server/orders/public.ts";
import { Refusal, refusesAny } from "#server/platform/refusal.ts";
import type { Deps } from "./present-upsell.ts";
import type { UpsellRow } from "./upsell-queries.ts";

type UpsellCoupons = readonly Pick<UpsellRow, "coupon_code">[];
type UpsellsToOrder = readonly Pick<UpsellRow, "coupon_code" | "product_id" | "pricing_id">[];

/** Whether a code belongs to one of the upsells rather than to the patient. */
export const isUpsellCoupon = (upsells: UpsellCoupons, code: string): boolean =>
  upsells.some(({ coupon_code }) => coupon_code?.toUpperCase() === code.trim().toUpperCase());

interface CouponRequest {
  readonly coupon?: string | null | undefined;
  readonly couponId?: string | null | undefined;
}
/** The code a request names as `coupon` or `couponId`: the first one given. */
export const requestedCoupon = (requests: readonly CouponRequest[]): string | undefined =>
  requests.flatMap(({ coupon, couponId }) => coupon ?? couponId ?? []).at(0);

/**
 * The code upsells are ordered with: the one the patient names, else the first upsell code that applies. An upsell's code that has ended,
 * was used, or does not apply to this order is ignored, as it is where the upsell is shown. The patient's own code is left to the order to
 * refuse.
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
  // Without an address the order itself is refused.
  if (shipState === "") return null;
  for (const { coupon_code: couponCode } of upsells)
    if (
      couponCode !== null &&
      (await succeeds(() => quoteOrder({ ...services, ...refusesAny }, { patientId, lines, couponCode, shipState })))
    )
      return couponCode;
  return null;
}

/** Whether a request goes through without a refusal. */
async function succeeds(request: () => Promise<unknown>): Promise<boolean> {
  try {
    await request();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
