import type { StaffCall } from "#clinic/api/client.ts";
import { care } from "#contract/care/calls.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Order } from "#contract/orders/orders.ts";

/** What somebody has decided about the money of an order. */
export type MoneyDecision =
  | { readonly kind: "refund"; readonly amount: number; readonly reason: string }
  | { readonly kind: "accept" | "release" };

/** Sends a decision about the money of an order. However often it's sent under one key, it moves money once. */
export function sendDecision(
  call: StaffCall,
  orderId: string,
  decision: MoneyDecision,
  key: string,
): Promise<{ readonly order: Order }> {
  const params = { id: orderId };
  if (decision.kind !== "refund")
    return call(care.resolvePayment, { params, body: { outcome: decision.kind } }, { key });
  const { amount, reason } = decision;
  return call(care.refundOrder, { params, body: { amount, reason } }, { key });
}

/** Dollars as they are typed, “1,234.50” or “$12”, in cents; null where that is no amount. */
export function parseCents(typed: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  const [, dollars = "", cents = ""] = match;
  return Number(dollars.replaceAll(",", "") + cents.padEnd(2, "0"));
}

/** The refund that somebody typed, of an amount that `parseCents` reads. */
export const refundOf = ({ amount, reason }: { readonly amount: string; readonly reason: string }): MoneyDecision => ({
  kind: "refund",
  amount: toDollars(parseCents(amount) ?? 0),
  reason,
});

/** Whether money of it was taken, so that some can go back; the server has the last word. */
export const isPaid = ({ status }: Order): boolean => ["paid", "shipped", "delivered", "refunded"].includes(status);
