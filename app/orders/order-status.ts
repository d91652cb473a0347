import type { Order } from "#contract/entities.ts";
import type { Status } from "#app/ui/data/badge.tsx";
import { isDeclinedByDoctor, isRefundPending } from "./payment-text.ts";

const orderStatuses: Readonly<Record<Order["status"], Status>> = {
  pending: { kind: "neutral", label: "Not placed" },
  authorizing: { kind: "warning", label: "Confirming payment" },
  unknown: { kind: "warning", label: "Confirming payment" },
  authorized: { kind: "accent", label: "In review" },
  paid: { kind: "success", label: "Paid" },
  shipped: { kind: "accent", label: "On its way" },
  delivered: { kind: "success", label: "Delivered" },
  voided: { kind: "neutral", label: "Not charged" },
  failed: { kind: "danger", label: "Payment failed" },
  cancelled: { kind: "neutral", label: "Cancelled" },
  refunded: { kind: "neutral", label: "Refunded" },
};

/** Two-word status of an order; finer steps within a status are read from its timeline. */
export function orderStatus(order: Pick<Order, "status" | "timeline" | "detail">): Status {
  if (isRefundPending(order)) return orderStatuses.cancelled;
  if (order.status === "authorized" && isDeclinedByDoctor(order)) return { kind: "neutral", label: "Not approved" };
  if (order.status === "authorized" && isDone(order, "approved")) return { kind: "success", label: "Approved" };
  if (order.status === "paid" && isDone(order, "pharmacy")) {
    const location = order.detail.some(({ prescription }) => prescription) ? "At the pharmacy" : "At our warehouse";
    return { kind: "success", label: location };
  }
  return orderStatuses[order.status];
}

/** The order has not reached a final status. */
export const isOrderInProgress = (order: Pick<Order, "status" | "detail">): boolean =>
  ["authorizing", "unknown", "authorized", "paid", "shipped"].includes(order.status) && !isRefundPending(order);

const isDone = (order: Pick<Order, "timeline">, event: Order["timeline"][number]["event"]): boolean =>
  order.timeline.some((entry) => entry.event === event && entry.state === "done");
