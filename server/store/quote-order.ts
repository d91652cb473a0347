import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { priceLines, type Line } from "./catalogue.ts";
import { couponFor, type Coupon } from "./coupons.ts";
import { waitingDiscounts } from "./earned-discounts.ts";
import { quoteWithEarned } from "./earned-quote.ts";
import { computeQuote, isTooSmall, type Quote } from "./quote.ts";

export interface QuoteRequest {
  readonly patientId: string;
  readonly lines: readonly Line[];
  readonly couponCode: string | null;
  readonly shipState: string;
}

type Parts = Pick<Services, "db" | "content" | "clock">;

/**
 * What the lines cost this patient now, in cents; without a coupon, less the earliest discount she earned. Refuses with a coupon code's
 * reason, or `bad_request` for a line that is not offered. A sum too small to charge is `coupon_not_applicable`.
 */
export async function quote(parts: Parts, request: QuoteRequest): Promise<Quote> {
  return (await quoteWithCoupon(parts, request)).quote;
}

/** As `quote`, with the coupon to claim. */
export async function quoteWithCoupon(
  parts: Parts,
  request: QuoteRequest,
): Promise<{ quote: Quote; coupon: Coupon | null }> {
  const lines = priceLines(parts.content, request.lines);
  const { patientId, couponCode, shipState } = request;
  const coupon = couponCode === null ? null : await couponFor(parts, patientId, couponCode);
  const made = coupon
    ? computeQuote(parts.content, lines, coupon, shipState)
    : quoteWithEarned(
        parts.content,
        lines,
        lines.map(() => 0),
        shipState,
        await waitingDiscounts(parts.db, patientId),
      );
  if (isTooSmall(made)) throw new Refusal("coupon_not_applicable");
  return { quote: made, coupon };
}
