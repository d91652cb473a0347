import type { ToFrame } from "#contract/cart/frame.ts";
import { cartLinesMax, frameVersion } from "#contract/cart/frame-limits.ts";
import type { CatalogueProduct } from "#contract/onboarding.ts";

/**
 * A link `/cart?add=<pricingid>` as the command a page would send: one of each, at current prices. `now` in ms is its number. Prices missing from the
 * catalogue count as products no longer offered.
 */
export function cartCommandFromLink(
  pricingids: readonly string[],
  catalogue: readonly CatalogueProduct[],
  now: number,
): Extract<ToFrame, { type: "cart-open" }> {
  const products = pricingids.slice(0, cartLinesMax).map((pricingid) => ({
    id: catalogue.find(({ pricings }) => pricings.some((each) => each.pricingid === pricingid))?.productid ?? "",
    quantity: 1,
    selectedPricing: { pricingid },
  }));
  return { cart: frameVersion, n: now, type: "cart-open", products };
}
