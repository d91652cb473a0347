import { formatCents } from "#contract/fields/fields.ts";
import type { DiscountSource, AvailableDiscount } from "./earned-discounts.ts";
import type { Quote } from "./quote.ts";

const sourceTexts: Readonly<Partial<Record<DiscountSource, string>>> = {
  followup: "your review",
  referral: "a friend you invited",
  friend: "your friend's invitation",
};

/** What a discount is for: the code the patient entered, or what earned it. `source` is null for a coupon. */
export const discountLabel = (code: string | null, source: DiscountSource | null): string | null =>
  (source && sourceTexts[source]) ?? code;

/** What a quote's discount is for; null without one. */
export const quoteDiscountLabel = ({ earned, couponCode }: Pick<Quote, "earned" | "couponCode">): string | null =>
  discountLabel(earned?.discount.code ?? couponCode, earned?.discount.source ?? null);

/** Text about a friend's welcome among the discounts kept for a later order; null without one. */
export function welcomeKeptText(available: readonly AvailableDiscount[]): string | null {
  const welcome = available.find(({ source }) => source === "friend");
  if (!welcome) return null;
  const off =
    welcome.percent === null ? formatCents(welcome.amountCents ?? 0).replace(".00", "") : `${welcome.percent}%`;
  return `Your friend's ${off} stays for a later order.`;
}
