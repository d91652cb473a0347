import { Refusal } from "#server/platform/refusal.ts";
import { quoteOrder, shipStateOf } from "#server/store/public.ts";
import type { UpsellRow } from "./queries.ts";
import type { Parts } from "./present.ts";

type Coupons = readonly Pick<UpsellRow, "coupon_code">[];
type Offers = readonly Pick<UpsellRow, "coupon_code" | "product_id" | "pricing_id">[];

/** Whether a code is one that came with the offers, and not one she has of her own. */
export const isOwn = (offers: Coupons, code: string): boolean =>
  offers.some(({ coupon_code }) => coupon_code?.toUpperCase() === code.trim().toUpperCase());

interface Named {
  readonly coupon?: string | null | undefined;
  readonly couponId?: string | null | undefined;
}
/** The one code a request names, by either of its words: the first there is. */
export const couponOf = (parts: readonly Named[]): string | undefined =>
  parts.flatMap(({ coupon, couponId }) => coupon ?? couponId ?? []).at(0);

/**
 * The code with which she buys offers: the one she names, else the first of theirs. One of theirs that has ended, was used, or that this order
 * cannot have counts as none, as it does where the offer is shown; one of her own is left to the order to refuse.
 */
export async function codeFor(
  parts: Parts,
  patientId: string,
  offers: Offers,
  named: string | undefined,
): Promise<string | null> {
  if (named !== undefined && !isOwn(offers, named)) return named;
  const shipState = await shipStateOf(parts.db, patientId);
  const lines = offers.map(({ product_id: productid, pricing_id: pricingid }) => ({
    productid,
    pricingid,
    quantity: 1,
  }));
  // Without an address the order is refused for that.
  if (shipState === "") return null;
  for (const { coupon_code: couponCode } of offers)
    if (couponCode !== null && (await holds(() => quoteOrder(parts, { patientId, lines, couponCode, shipState }))))
      return couponCode;
  return null;
}

/** Whether what is asked is not refused. */
async function holds(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask();
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}
