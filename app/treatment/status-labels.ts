import type { Order, Subscription } from "#contract/entities.ts";
import type { Treatment } from "#contract/treatment.ts";
import { formatDay } from "#app/formats/dates.ts";
import { isDeclinedByDoctor, isRefundPending } from "#app/orders/payment-text.ts";

export interface Status {
  readonly kind: "neutral" | "success" | "warning" | "danger" | "accent";
  readonly label: string;
}

const phaseTones: Readonly<Record<Treatment["plan"]["phase"], Status["kind"]>> = {
  none: "neutral",
  identity: "accent",
  in_review: "accent",
  approved: "success",
  on_hold: "danger",
  paused: "neutral",
  ended: "neutral",
  declined: "neutral",
};

/** Two-word status of a plan. */
export const planStatus = ({ phase, label }: Pick<Treatment["plan"], "phase" | "label">): Status => ({
  kind: phaseTones[phase],
  label,
});

/** Since when the plan has its status; empty if unknown. */
export const planSince = ({ status, since }: Pick<Treatment["plan"], "status" | "since">): string =>
  since === null || status === "none" ? "" : `Since ${formatDay(since)}`;

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

const subscriptionTones: Readonly<Record<Subscription["status"], Status["kind"]>> = {
  pending: "accent",
  active: "success",
  paused: "neutral",
  past_due: "danger",
  cancelled: "neutral",
};
const subscriptionLabels: Readonly<Record<Subscription["status"], string>> = {
  pending: "Starting soon",
  active: "Active",
  paused: "Paused",
  past_due: "Payment due",
  cancelled: "Cancelled",
};

export const subscriptionStatus = ({ status }: Pick<Subscription, "status">): Status => ({
  kind: subscriptionTones[status],
  label: subscriptionLabels[status],
});

const isDone = (order: Pick<Order, "timeline">, event: Order["timeline"][number]["event"]): boolean =>
  order.timeline.some((entry) => entry.event === event && entry.state === "done");
