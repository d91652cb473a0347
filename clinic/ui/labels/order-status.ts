import type { Order } from "#contract/orders/orders.ts";

/** Where an order stands, in a word or two. */
export const orderStatusLabels: Readonly<Record<Order["status"], string>> = {
  pending: "Not paid",
  authorizing: "Being paid",
  unknown: "Being paid",
  authorized: "Held, not charged",
  paid: "Paid",
  shipped: "On its way",
  delivered: "Delivered",
  voided: "Not charged",
  failed: "Payment failed",
  cancelled: "Cancelled",
  refunded: "Refunded",
};
