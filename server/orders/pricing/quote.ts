import type { Content } from "#content/loader/load.ts";
import type { Coupon } from "#content/schema/prices.ts";
import type { OrderedProduct, PricedLine } from "#server/catalogue/public.ts";
import type { AvailableDiscount } from "#server/discounts/public.ts";
import { minimumChargeCents } from "#server/payment/public.ts";
import { allocate, basisPointsOf, percentOf } from "#server/platform/money.ts";

/** Integer cents. `priceCents` is before the discount, `taxCents` of the discounted price. */
export interface QuoteLine extends PricedLine {
  readonly priceCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
}

/** `totalCents = linesCents − discountCents + taxCents + shippingCents`; the tax includes that on shipping. */
export interface Quote {
  readonly lines: readonly QuoteLine[];
  readonly linesCents: number;
  readonly discountCents: number;
  readonly taxCents: number;
  readonly shippingCents: number;
  readonly totalCents: number;
  /** The code the patient entered; null without one. */
  readonly couponCode: string | null;
  /** The earned discount it uses, with its share of each line in cents; null where it uses none. */
  readonly earned: { readonly discount: AvailableDiscount; readonly lineCents: readonly number[] } | null;
  readonly shipState: string;
}

type CouponDiscount = Pick<Coupon, "code"> & {
  readonly percent?: number | undefined;
  readonly amountcents?: number | undefined;
};
export type Rates = Pick<Content, "taxrates" | "shipping">;

/** A line's share of the total: its price less the discount, with tax. */
export const lineTotalCents = ({ priceCents, discountCents, taxCents }: QuoteLine): number =>
  priceCents - discountCents + taxCents;

/** The total of an order: each line rounded half to even, then added up. */
export function computeQuote(
  content: Rates,
  lines: readonly PricedLine[],
  coupon: CouponDiscount | null,
  shipState: string,
): Quote {
  const discounts = couponDiscountPerLine(lines.map(priceOf), coupon);
  return { ...totalQuote(content, lines, discounts, shipState), couponCode: coupon?.code ?? null };
}

/** As `computeQuote`, with the discount of each line given in cents. */
export function totalQuote(
  content: Rates,
  lines: readonly PricedLine[],
  discounts: readonly number[],
  shipState: string,
): Quote {
  const rates = content.taxrates.rates[shipState];
  if (!rates) throw new Error(`No tax rates for ${shipState}`);
  const quoted = lines.map((line, index): QuoteLine => {
    const priceCents = priceOf(line);
    const discountCents = discounts[index] ?? 0;
    return {
      ...line,
      priceCents,
      discountCents,
      taxCents: basisPointsOf(priceCents - discountCents, rates[line.product.taxcategory]),
    };
  });
  const shippingCents = content.shipping.standard.cents;
  const linesCents = sumCents(lines.map(priceOf));
  const discountCents = sumCents(discounts);
  const taxCents = sumCents(quoted.map((line) => line.taxCents)) + basisPointsOf(shippingCents, rates.shipping);
  return {
    lines: quoted,
    linesCents,
    discountCents,
    taxCents,
    shippingCents,
    totalCents: linesCents - discountCents + taxCents + shippingCents,
    couponCode: null,
    earned: null,
    shipState,
  };
}

/** The earned discount of a quote, with what is taken off with it. */
export const usedDiscount = ({ discount, lineCents }: NonNullable<Quote["earned"]>) => ({
  discount,
  usedCents: sumCents(lineCents),
});

/** Whether the total is positive but less than can be charged. */
export const isBelowMinimumCharge = ({ totalCents }: Quote): boolean =>
  totalCents > 0 && totalCents < minimumChargeCents;

const priceOf = ({ pricing, quantity }: PricedLine): number => pricing.pricecents * quantity;

/** A percentage of each line, or a fixed amount spread over them up to their price. */
function couponDiscountPerLine(prices: readonly number[], coupon: CouponDiscount | null): number[] {
  const { percent, amountcents } = coupon ?? {};
  if (percent !== undefined) return prices.map((price) => percentOf(price, percent));
  return allocate(Math.min(amountcents ?? 0, sumCents(prices)), prices);
}

const sumCents = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);

/** A price in cents with its category's tax in the state it is shipped to. */
export const taxedCents = (
  { taxrates }: Pick<Content, "taxrates">,
  category: OrderedProduct["taxcategory"],
  cents: number,
  shipState: string,
): number => cents + basisPointsOf(cents, taxrates.rates[shipState]?.[category] ?? 0);

/**
 * The quote of an order with the earliest available discount that applies, or with none. `lineDiscounts`: cents already off each line; such a
 * line gets no second discount. A follow-up's discount is for treatment only unless the practice's content says otherwise. A discount that
 * would leave less than can be charged is kept for another order.
 */
export function quoteWithEarnedDiscount(
  content: Rates & Pick<Content, "followupdiscount">,
  lines: readonly PricedLine[],
  lineDiscounts: readonly number[],
  shipState: string,
  available: readonly AvailableDiscount[],
): Quote {
  for (const discount of available) {
    const appliesTo = ({ product }: PricedLine) =>
      discount.source !== "followup" || content.followupdiscount === "everything" || product.prescription;
    const lineCents = earnedDiscountPerLine(lines, lineDiscounts, discount, appliesTo);
    if (lineCents.every((cents) => cents === 0)) continue;
    const combined = lineDiscounts.map((cents, index) => cents + (lineCents[index] ?? 0));
    const quote = totalQuote(content, lines, combined, shipState);
    if (!isBelowMinimumCharge(quote)) return { ...quote, earned: { discount, lineCents } };
  }
  return totalQuote(content, lines, lineDiscounts, shipState);
}

/** What a discount takes off each line it applies to, in cents: a percentage, or an amount spread over them up to their price. */
function earnedDiscountPerLine(
  lines: readonly PricedLine[],
  lineDiscounts: readonly number[],
  { percent, amountCents }: AvailableDiscount,
  appliesTo: (line: PricedLine) => boolean,
): number[] {
  const prices = lines.map((line, index) =>
    lineDiscounts[index] || !appliesTo(line) ? 0 : line.pricing.pricecents * line.quantity,
  );
  if (percent !== null) return prices.map((price) => percentOf(price, percent));
  const sum = prices.reduce((total, price) => total + price, 0);
  return allocate(Math.min(amountCents ?? 0, sum), prices);
}
