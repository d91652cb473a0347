import { type CardBrand, cardBrandName } from "#app/ui/card-number.ts";
import { formatPrice } from "#app/ui/price.tsx";
import type { Order } from "#contract/entities.ts";
import { toCents, toDollars } from "#contract/shapes.ts";

const brands: readonly string[] = ["visa", "mastercard", "amex", "diners", "jcb", "discover", "unionpay"];
const isBrand = (brand: string): brand is CardBrand => brands.includes(brand);

/** Dollars of the contract as “$1,234.50”. */
export const dollars = (amount: number): string => formatPrice(toCents(amount));

/** “Visa ending in 4242”. */
export function cardText(card: { readonly brand: string; readonly last4: string } | null): string {
  if (!card) return "your card";
  return `${isBrand(card.brand) ? cardBrandName(card.brand) : "card"} ending in ${card.last4}`;
}

/** Whether and how she pays for an order, in a sentence or two. */
export function paymentText(
  order: Pick<Order, "status" | "added" | "detail" | "summary" | "refunded" | "card" | "timeline">,
): string {
  const amount = dollars(order.summary.totalamount);
  const card = cardText(order.card);
  switch (order.status) {
    case "pending":
      return "This order was not placed. You were not charged.";
    case "authorizing":
    case "unknown":
      return `Your bank is confirming ${amount} on ${card}. Please do not pay again.`;
    case "authorized":
      return isDeclined(order)
        ? `You will not be charged. We are releasing the ${amount} held on ${card}.`
        : `${amount} is held on ${card}. You are charged only if your doctor approves ${order.added ? "it" : "your plan"}.`;
    case "paid":
    case "shipped":
    case "delivered":
      if (isGoingBack(order))
        return `This order was cancelled. We are giving ${dollars(leftToGiveBack(order))} back to ${card}. Your bank may need a few days to show it.`;
      return order.refunded > 0
        ? `${amount} paid with ${card}. ${dollars(order.refunded)} of it went back to you. Your bank may need a few days to show it.`
        : `${amount} paid with ${card}.`;
    case "voided":
      return `You were not charged. The ${amount} held on ${card} is released. Your bank may need a few days to show it.`;
    case "failed":
      return "The payment did not go through. You were not charged.";
    case "cancelled":
      return order.refunded > 0
        ? `This order was cancelled. ${dollars(order.refunded)} went back to ${card}. Your bank may need a few days to show it.`
        : "This order was cancelled. You were not charged.";
    case "refunded":
      return `${order.refunded > 0 ? dollars(order.refunded) : amount} went back to ${card}. Your bank may need a few days to show it.`;
  }
}

/** The doctor decided against the plan this order belongs to. */
export const isDeclined = (order: Pick<Order, "timeline">): boolean =>
  order.timeline.some(({ event, state }) => event === "declined" && state === "done");

/** All of it was cancelled after it was paid, and its refund is not booked yet. */
export const isGoingBack = ({ status, detail }: Pick<Order, "status" | "detail">): boolean =>
  status === "paid" && detail.length > 0 && detail.every(({ cancelled }) => cancelled);

/** What has yet to go back, in dollars. */
const leftToGiveBack = ({ summary, refunded }: Pick<Order, "summary" | "refunded">): number =>
  toDollars(toCents(summary.totalamount) - toCents(refunded));
