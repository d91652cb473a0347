import type { Order } from "#contract/orders/orders.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import { isDeclinedByDoctor, isRefundPending } from "./payment-text.ts";

const orderStatuses: Readonly<Record<Order["status"], Status>> = {
  pending: { tone: "neutral", label: "Not placed" },
  authorizing: { tone: "warning", label: "Confirming payment" },
  unknown: { tone: "warning", label: "Confirming payment" },
  authorized: { tone: "accent", label: "In review" },
  paid: { tone: "success", label: "Paid" },
  shipped: { tone: "accent", label: "On its way" },
  delivered: { tone: "success", label: "Delivered" },
  voided: { tone: "neutral", label: "Not charged" },
  failed: { tone: "danger", label: "Payment failed" },
  cancelled: { tone: "neutral", label: "Canceled" },
  refunded: { tone: "neutral", label: "Refunded" },
};

/** Two-word status of an order; finer steps within a status are read from its timeline. */
export function orderStatus(order: Pick<Order, "status" | "timeline" | "detail">): Status {
  if (isRefundPending(order)) return orderStatuses.cancelled;
  if (order.status === "authorized" && isDeclinedByDoctor(order)) return { tone: "neutral", label: "Not approved" };
  if (order.status === "authorized" && isDone(order, "approved")) return { tone: "success", label: "Approved" };
  if (order.status === "shipped" && !isDone(order, "shipped")) return { tone: "accent", label: "Partly on its way" };
  if (order.status === "paid" && isDone(order, "parcel_returned")) return { tone: "warning", label: "Came back to us" };
  if (order.status === "paid" && isDone(order, "pharmacy")) {
    const location = order.detail.some(({ prescription }) => prescription) ? "At the pharmacy" : "At our warehouse";
    return { tone: "success", label: location };
  }
  return orderStatuses[order.status];
}

/** The order has not reached a final status. */
export const isOrderInProgress = (order: Pick<Order, "status" | "detail">): boolean =>
  ["authorizing", "unknown", "authorized", "paid", "shipped"].includes(order.status) && !isRefundPending(order);

const isDone = (order: Pick<Order, "timeline">, event: Order["timeline"][number]["event"]): boolean =>
  order.timeline.some((entry) => entry.event === event && entry.state === "done");
