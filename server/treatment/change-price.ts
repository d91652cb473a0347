import type { Content } from "#content/loader/load.ts";
import { productById, taxedCents } from "#server/store/public.ts";
import type { SubscriptionRow } from "./queries.ts";
import type { PeriodCharge } from "./changes/change-rules.ts";

/** A product in one of its pricings; undefined if the catalogue has no such product or pricing. */
export function findPricedProduct(content: Content, productId: string, pricingId: string) {
  const product = productById(content, productId);
  const pricing = product?.pricings.find(({ pricingid }) => pricingid === pricingId);
  return product && pricing && { product, pricing };
}
export type PricedProduct = NonNullable<ReturnType<typeof findPricedProduct>>;

/** A charge of `cents` for a product plus today's tax in `shipState`, in cents. */
export const withTax = (content: Content, productId: string, cents: number, shipState: string): number =>
  taxedCents(content, productById(content, productId)?.taxcategory ?? "rx_drug", cents, shipState);

/** What the patient agreed to pay for each period of a subscription, with today's tax. */
export const agreedPeriodCharge = (
  content: Content,
  { product_id, price_cents, days_supply }: SubscriptionRow,
  shipState: string,
): PeriodCharge => ({ cents: withTax(content, product_id, price_cents, shipState), days: days_supply });

/**
 * What the patient would pay each period for the replacement, in cents before tax: the price when the change was made, or today's where that
 * is lower.
 */
export function changedPriceCents(
  content: Content,
  change: { readonly to_product_id: string; readonly to_pricing_id: string; readonly to_price_cents: number },
  quantity: number,
): number {
  const now = findPricedProduct(content, change.to_product_id, change.to_pricing_id)?.pricing.pricecents;
  return Math.min(change.to_price_cents, now === undefined ? Number.POSITIVE_INFINITY : now * quantity);
}
