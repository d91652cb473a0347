import { OrderStatus as OrderStatusShown } from "#contract/orders/orders.ts";
import { orderStates } from "#server/platform/database/states.ts";
import type { Intent } from "#server/platform/gateway/port.ts";

/** Those that are shown, and `mismatch`: the payment isn't what the order says. */
export const orderStatuses = [...OrderStatusShown.options, "mismatch"] as const;
export type OrderStatus = (typeof orderStatuses)[number];

/** Every allowed transition; any other is refused, here and in SQL (`order_transition`). */
export const transitions: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  pending: ["authorizing", "cancelled"],
  authorizing: ["unknown", "authorized", "paid", "failed", "voided", "mismatch"],
  unknown: ["authorized", "paid", "failed", "voided", "mismatch"],
  authorized: ["paid", "voided", "mismatch"],
  paid: ["shipped", "refunded"],
  // Paid again once every parcel of it came back.
  shipped: ["paid", "delivered", "refunded"],
  // A parcel came back although it had arrived: to be sent again, all of it or a part.
  delivered: ["paid", "shipped", "refunded"],
  voided: [],
  failed: [],
  cancelled: [],
  refunded: [],
  // Left by a person's decision only, never by a gateway event.
  mismatch: ["paid", "voided"],
};

export const canTransition = (from: OrderStatus, to: OrderStatus): boolean => transitions[from].includes(to);

/**
 * The statuses `to` can be reached from: the `where status in (…)` of the transition. What came back goes the other
 * way by `reopenReturnedOrder` only, never by a late word of the gateway.
 */
export const statusesBefore = (to: OrderStatus): OrderStatus[] =>
  orderStatuses.filter((from) => canTransition(from, to) && !isReopening(from, to));

const isReopening = (from: OrderStatus, to: OrderStatus): boolean =>
  (from === "shipped" && to === "paid") || (from === "delivered" && (to === "paid" || to === "shipped"));

/** The payment's outcome is unknown. */
export const isPaymentPending = (status: OrderStatus): boolean => orderStates.charging.has(status);
/** Nothing was bought and nothing is authorized. */
export const isClosedUnpaid = (status: OrderStatus): boolean => orderStates.closedUnpaid.has(status);

/** Captured and not refunded. */
export const isPaid = (status: OrderStatus): boolean => orderStates.paid.has(status);

/** Authorized or paid, whatever happened after. */
export const isPlaced = (status: OrderStatus): boolean => orderStates.placed.has(status);

export interface OrderPaymentSnapshot {
  readonly status: OrderStatus;
  readonly totalCents: number;
  readonly currency: string;
}

export interface TransitionDecision {
  /** The status to move to; null leaves the order as it is. */
  readonly nextStatus: OrderStatus | null;
  /** The gateway holds or has captured money no order is to pay: void or refund it. */
  readonly release: boolean;
}

/** What the gateway's current intent means for its order. An intent older than the order's state changes nothing. */
export function decideTransition(order: OrderPaymentSnapshot, intent: Intent): TransitionDecision {
  const target = statusFromIntent(order, intent);
  const hasFunds = intent.status === "requires_capture" || intent.status === "succeeded";
  return {
    nextStatus:
      target !== null && order.status !== "mismatch" && statusesBefore(target).includes(order.status) ? target : null,
    release: isClosedUnpaid(order.status) && hasFunds && intent.amountRefunded < intent.amount,
  };
}

function statusFromIntent(order: OrderPaymentSnapshot, intent: Intent): OrderStatus | null {
  const matches = intent.amount === order.totalCents && intent.currency === order.currency;
  switch (intent.status) {
    case "requires_capture":
      return matches ? "authorized" : "mismatch";
    case "succeeded":
      return matches && intent.amountCaptured === order.totalCents ? "paid" : "mismatch";
    case "requires_payment_method":
      return "failed";
    case "canceled":
      return "voided";
    case "requires_action":
    case "processing":
      return "unknown";
  }
}
