import { dollarsText, toDollars } from "#contract/shapes.ts";
import type { Treatment } from "#contract/treatment.ts";
import type { WaitingDiscount } from "#server/store/public.ts";

/** A discount that waits for her next charge, in words. */
export function presentDiscount(discount: WaitingDiscount): Treatment["discounts"][number] {
  const { percent, amountCents } = discount;
  const amount = amountCents === null ? null : toDollars(amountCents);
  const off = percent === null ? dollarsText(amountCents ?? 0) : `${percent}%`;
  return { text: `${off} off your ${whatFor(discount)}`, amount, percent };
}

function whatFor({ source, code }: WaitingDiscount): string {
  switch (source) {
    case "followup":
      return "next charge, from your review";
    case "referral":
      return "next charge, because a friend came through you";
    case "friend":
      return "next order, because a friend sent you";
    case "promo":
      return `next charge, with code ${code}`;
  }
}
