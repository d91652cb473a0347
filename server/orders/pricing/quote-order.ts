import type { CouponErrorCode } from "#contract/http/errors.ts";
import { priceLines, type RequestedLine } from "#server/catalogue/public.ts";
import { couponFor, type Coupon, availableDiscounts } from "#server/discounts/public.ts";
import type { Refuses } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { computeQuote, isBelowMinimumCharge, type Quote, quoteWithEarnedDiscount } from "./quote.ts";

export interface QuoteRequest {
  readonly patientId: string;
  readonly lines: readonly RequestedLine[];
  readonly couponCode: string | null;
  readonly shipState: string;
}

type Deps = Pick<Services, "db" | "content" | "clock">;

/**
 * What the lines cost this patient now, in cents; without a coupon, less the earliest earned discount. Refuses with a coupon code's
 * reason, or `bad_request` for a line that is not offered. A total too small to charge is `coupon_not_applicable`.
 */
export async function quoteOrder(services: Deps & Refuses<CouponErrorCode>, request: QuoteRequest): Promise<Quote> {
  return (await quoteWithCoupon(services, request)).quote;
}

/** As `quoteOrder`, with the coupon to redeem. */
export async function quoteWithCoupon(
  services: Deps & Refuses<CouponErrorCode>,
  request: QuoteRequest,
): Promise<{ quote: Quote; coupon: Coupon | null }> {
  const lines = priceLines(services.content, request.lines);
  const { patientId, couponCode, shipState } = request;
  const coupon = couponCode === null ? null : await couponFor(services, patientId, couponCode);
  const result = coupon
    ? computeQuote(services.content, lines, coupon, shipState)
    : quoteWithEarnedDiscount(
        services.content,
        lines,
        lines.map(() => 0),
        shipState,
        await availableDiscounts(services.db, patientId),
      );
  if (isBelowMinimumCharge(result)) throw services.refuse("coupon_not_applicable");
  return { quote: result, coupon };
}
