import type { Content } from "#content/loader/load.ts";
import type { PricedLine } from "#server/catalogue/catalogue.ts";
import type { AvailableDiscount } from "#server/orders/pricing/earned-discounts.ts";
import { basisPointsOf, allocate } from "#server/orders/pricing/money.ts";
import { isBelowMinimumCharge, type Quote, type Rates, totalQuote } from "#server/orders/pricing/quote.ts";

/**
 * The quote of an order with the earliest available discount that applies, or with none. `lineDiscounts`: cents already off each line; such a
 * line gets no second discount. A follow-up's discount is for treatment only unless the practice's content says otherwise. A discount that
 * would leave less than can be charged is kept for another order.
 */
export function quoteWithEarnedDiscount(
  content: Rates & Pick<Content, "reviewdiscount">,
  lines: readonly PricedLine[],
  lineDiscounts: readonly number[],
  shipState: string,
  available: readonly AvailableDiscount[],
): Quote {
  for (const discount of available) {
    const appliesTo = ({ product }: PricedLine) =>
      discount.source !== "followup" || content.reviewdiscount === "everything" || product.prescription;
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
  if (percent !== null) return prices.map((price) => basisPointsOf(price, percent * 100));
  const sum = prices.reduce((total, price) => total + price, 0);
  return allocate(Math.min(amountCents ?? 0, sum), prices);
}
