import type { Content } from "#content/loader/load.ts";
import type { PricedLine } from "./catalogue.ts";
import type { AvailableDiscount } from "./earned-discounts.ts";
import { basisPointsOf, allocate } from "./money.ts";
import { isBelowMinimumCharge, type Quote, type Rates, totalQuote } from "./quote.ts";

/**
 * The sum of an order that takes the earliest waiting discount it can, or none. `own`: what the lines are sold for less already, in cents;
 * a line with a discount of its own gets no second one, and a review's is for treatment unless the practice says otherwise. A discount that leaves less than can be charged waits for another order.
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

/** What a discount takes off each line that it `takes`, in cents: a percentage of it, or an amount spread over them and never more than they cost. */
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
