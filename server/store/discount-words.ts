import { dollarsText } from "#contract/shapes.ts";
import type { DiscountSource, WaitingDiscount } from "./earned-discounts.ts";
import type { Quote } from "./quote.ts";

const words: Readonly<Partial<Record<DiscountSource, string>>> = {
  followup: "your review",
  referral: "a friend you invited",
  friend: "your friend's invitation",
};

/** What a discount is for: the code she gave, or what earned it. `source` is null for a coupon. */
export const discountFrom = (code: string | null, source: DiscountSource | null): string | null =>
  (source && words[source]) ?? code;

/** What the discount of a quote is for; null without one. */
export const discountSource = ({ earned, couponCode }: Pick<Quote, "earned" | "couponCode">): string | null =>
  discountFrom(earned?.discount.code ?? couponCode, earned?.discount.source ?? null);

/** A friend's welcome among what waits for a later order, in words; null without one. */
export function staysWaiting(waiting: readonly WaitingDiscount[]): string | null {
  const welcome = waiting.find(({ source }) => source === "friend");
  if (!welcome) return null;
  const off =
    welcome.percent === null ? dollarsText(welcome.amountCents ?? 0).replace(".00", "") : `${welcome.percent}%`;
  return `Your friend's ${off} stays for a later order.`;
}
