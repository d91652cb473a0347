import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { smallestChargeCents } from "#server/payment/public.ts";
import { priceLines, type Line } from "./catalogue.ts";
import { couponFor, type Coupon } from "./coupons.ts";
import { computeQuote, type Quote } from "./quote.ts";

export interface QuoteRequest {
  readonly patientId: string;
  readonly lines: readonly Line[];
  readonly couponCode: string | null;
  readonly shipState: string;
}

type Parts = Pick<Services, "db" | "content" | "clock">;

/**
 * What the lines cost this patient now, in cents. Refuses with a coupon code's reason, or `bad_request` for a line that is
 * not offered. A coupon that would leave a sum too small to charge is `coupon_not_applicable`.
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
  const coupon = request.couponCode === null ? null : await couponFor(parts, request.patientId, request.couponCode);
  const made = computeQuote(parts.content, lines, coupon, request.shipState);
  if (made.totalCents > 0 && made.totalCents < smallestChargeCents) throw new Refusal("coupon_not_applicable");
  return { quote: made, coupon };
}
