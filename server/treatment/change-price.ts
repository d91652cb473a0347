import type { Content } from "#content/loader/load.ts";
import { productById, taxedCents } from "#server/store/public.ts";
import type { SubscriptionRow } from "./queries.ts";
import type { PeriodCharge } from "./changes/change-rules.ts";

/** A product in one of its pricings; undefined when the catalogue has no such thing. */
export function findPricedProduct(content: Content, productId: string, pricingId: string) {
  const product = productById(content, productId);
  const pricing = product?.pricings.find(({ pricingid }) => pricingid === pricingId);
  return product && pricing && { product, pricing };
}
export type PricedProduct = NonNullable<ReturnType<typeof findPricedProduct>>;

/** A charge of `cents` for a product, with the tax of today where it is shipped to. */
export const withTax = (content: Content, productId: string, cents: number, shipState: string): number =>
  taxedCents(content, productById(content, productId)?.taxcategory ?? "rx_drug", cents, shipState);

/** What she agreed to pay for a subscription each time. */
export const agreedPeriodCharge = (
  content: Content,
  { product_id, price_cents, days_supply }: SubscriptionRow,
  shipState: string,
): PeriodCharge => ({ cents: withTax(content, product_id, price_cents, shipState), days: days_supply });

/** What she would pay each time for what is prescribed instead: as it cost then, or today where that is lower. */
export function changedPriceCents(
  content: Content,
  change: { readonly to_product_id: string; readonly to_pricing_id: string; readonly to_price_cents: number },
  quantity: number,
): number {
  const now = findPricedProduct(content, change.to_product_id, change.to_pricing_id)?.pricing.pricecents;
  return Math.min(change.to_price_cents, now === undefined ? Number.POSITIVE_INFINITY : now * quantity);
}
