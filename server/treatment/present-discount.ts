import { formatCents, toDollars } from "#contract/fields/fields.ts";
import type { Treatment } from "#contract/treatment.ts";
import type { AvailableDiscount } from "#server/store/public.ts";

/** A discount available for the patient's next charge, in words. */
export function presentDiscount(discount: AvailableDiscount): Treatment["discounts"][number] {
  const { percent, amountCents } = discount;
  const amount = amountCents === null ? null : toDollars(amountCents);
  const off = percent === null ? formatCents(amountCents ?? 0) : `${percent}%`;
  return { text: `${off} off your ${discountReason(discount)}`, amount, percent };
}

function discountReason({ source, code }: AvailableDiscount): string {
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
