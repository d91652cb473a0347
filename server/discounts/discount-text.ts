import { formatCents } from "#contract/fields/numbers.ts";
import { type Sentence, type SentenceContent, sentence, toText } from "#server/platform/sentences.ts";
import type { DiscountSource, AvailableDiscount } from "./earned-discounts.ts";

/** A promo is named by its code. */
const sourceSentences: Readonly<Record<DiscountSource, Sentence | null>> = {
  followup: sentence("orders.discount_followup"),
  referral: sentence("orders.discount_referral"),
  friend: sentence("orders.discount_friend"),
  credit: sentence("orders.discount_credit"),
  promo: null,
};

/** What a discount is for: the code the patient entered, or what earned it. `source` is null for a coupon. */
export function discountLabel(
  content: SentenceContent,
  code: string | null,
  source: DiscountSource | null,
): string | null {
  const earned = source && sourceSentences[source];
  return earned ? toText(content, earned) : code;
}

/** What a quote's discount is for; null without one. */
export const quoteDiscountLabel = (
  content: SentenceContent,
  {
    earned,
    couponCode,
  }: { readonly earned: { readonly discount: AvailableDiscount } | null; readonly couponCode: string | null },
): string | null => discountLabel(content, earned?.discount.code ?? couponCode, earned?.discount.source ?? null);

/** Text about a friend's welcome among the discounts kept for a later order; null without one. */
export function welcomeKeptText(content: SentenceContent, available: readonly AvailableDiscount[]): string | null {
  const welcome = available.find(({ source }) => source === "friend");
  if (!welcome) return null;
  const off =
    welcome.percent === null ? formatCents(welcome.amountCents ?? 0).replace(".00", "") : `${welcome.percent}%`;
  return toText(content, sentence("orders.welcome_kept", { off }));
}
