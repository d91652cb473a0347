import type { Content } from "#content/load.ts";
import type { PricedLine } from "./catalogue.ts";
import type { WaitingDiscount } from "./earned-discounts.ts";
import { partOf, shareOut } from "./money.ts";
import { isTooSmall, type Quote, type Rates, sumUp } from "./quote.ts";

/**
 * The sum of an order that takes the earliest waiting discount it can, or none. `own`: what the lines are sold for less already, in cents;
 * a line with a discount of its own gets no second one, and a review's is for treatment unless the practice says otherwise. A discount that leaves less than can be charged waits for another order.
 */
export function quoteWithEarned(
  content: Rates & Pick<Content, "reviewdiscount">,
  lines: readonly PricedLine[],
  own: readonly number[],
  shipState: string,
  waiting: readonly WaitingDiscount[],
): Quote {
  for (const discount of waiting) {
    const takes = ({ product }: PricedLine) =>
      discount.source !== "followup" || content.reviewdiscount === "everything" || product.prescription;
    const lineCents = sharesOf(lines, own, discount, takes);
    if (lineCents.every((cents) => cents === 0)) continue;
    const together = own.map((cents, index) => cents + (lineCents[index] ?? 0));
    const quote = sumUp(content, lines, together, shipState);
    if (!isTooSmall(quote)) return { ...quote, earned: { discount, lineCents } };
  }
  return sumUp(content, lines, own, shipState);
}

/** What a discount takes off each line that it `takes`, in cents: a percentage of it, or an amount spread over them and never more than they cost. */
function sharesOf(
  lines: readonly PricedLine[],
  own: readonly number[],
  { percent, amountCents }: WaitingDiscount,
  takes: (line: PricedLine) => boolean,
): number[] {
  const prices = lines.map((line, index) => (own[index] || !takes(line) ? 0 : line.pricing.pricecents * line.quantity));
  if (percent !== null) return prices.map((price) => partOf(price, percent * 100));
  const sum = prices.reduce((total, price) => total + price, 0);
  return shareOut(Math.min(amountCents ?? 0, sum), prices);
}
