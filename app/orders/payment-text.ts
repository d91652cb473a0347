import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { toCents, toDollars } from "#contract/fields/numbers.ts";

/** Whether and how the patient pays for an order, in one or two sentences. */
export function paymentText(
  order: Pick<Order, "status" | "upsell" | "detail" | "summary" | "refunded" | "card" | "timeline">,
): string {
  const amount = formatDollars(order.summary.totalamount);
  const card = cardOnFileText(order.card);
  switch (order.status) {
    case "pending":
      return "This order wasn't placed. You weren't charged.";
    case "authorizing":
    case "unknown":
      return `Your bank is confirming ${amount} on ${card}. Please don't pay again.`;
    case "authorized":
      return isDeclinedByDoctor(order)
        ? `You won't be charged. We're releasing the ${amount} held on ${card}.`
        : `${amount} is held on ${card}. You'll only be charged if your doctor approves ${order.upsell ? "it" : "your plan"}.`;
    case "paid":
    case "shipped":
    case "delivered":
      if (isRefundPending(order))
        return `This order was canceled. We're refunding ${formatDollars(amountToRefund(order))} to ${card}. Your bank may take a few days to show it.`;
      return order.refunded > 0
        ? `${amount} paid with ${card}. ${formatDollars(order.refunded)} of it was refunded. Your bank may take a few days to show it.`
        : `${amount} paid with ${card}.`;
    case "voided":
      return `You weren't charged. The ${amount} held on ${card} is released. Your bank may take a few days to show it.`;
    case "failed":
      return "The payment didn't go through. You weren't charged.";
    case "cancelled":
      return order.refunded > 0
        ? `This order was canceled. ${formatDollars(order.refunded)} was refunded to ${card}. Your bank may take a few days to show it.`
        : "This order was canceled. You weren't charged.";
    case "refunded":
      return `${order.refunded > 0 ? formatDollars(order.refunded) : amount} was refunded to ${card}. Your bank may take a few days to show it.`;
  }
}

/** The doctor declined the plan this order belongs to. */
export const isDeclinedByDoctor = (order: Pick<Order, "timeline">): boolean =>
  order.timeline.some(({ event, state }) => event === "declined" && state === "done");

/** Every line was cancelled after payment and the refund is not in the ledger yet. */
export const isRefundPending = ({ status, detail }: Pick<Order, "status" | "detail">): boolean =>
  status === "paid" && detail.length > 0 && detail.every(({ cancelled }) => cancelled);

/** The amount still to be refunded, in dollars. */
const amountToRefund = ({ summary, refunded }: Pick<Order, "summary" | "refunded">): number =>
  toDollars(toCents(summary.totalamount) - toCents(refunded));
