import { isApiError } from "#app/api/api-error.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { care } from "#contract/care/calls.ts";
import type { Order } from "#contract/orders/orders.ts";

/** What somebody has decided about the money of an order. */
export type MoneyDecision =
  | { readonly kind: "refund"; readonly amount: number; readonly reason: string }
  | { readonly kind: "accept" | "release" };

/** One press: however often it is sent, it moves money once. */
export interface MoneyStep {
  readonly orderId: string;
  readonly decision: MoneyDecision;
  readonly key: string;
}

/** Sends it; `unknown` where nobody can say whether the server did it. A refusal is thrown: then nothing was done. */
export async function sendStep(
  call: StaffCall,
  { orderId, decision, key }: MoneyStep,
): Promise<{ readonly order: Order } | "unknown"> {
  const params = { id: orderId };
  try {
    if (decision.kind !== "refund")
      return await call(care.resolvePayment, { params, body: { outcome: decision.kind } }, { key });
    const { amount, reason } = decision;
    return await call(care.refundOrder, { params, body: { amount, reason } }, { key });
  } catch (error) {
    if (isOutcomeUnknown(error)) return "unknown";
    throw error;
  }
}

/** A refusal of the call itself. One that came before it, of the session or for haste, says nothing about an earlier try. */
export const isSettled = (error: unknown): boolean =>
  isApiError(error) && [400, 404, 409, 422].includes(error.status) && error.code !== "in_flight";

/** Dollars as they are typed, “1,234.50” or “$12”, in cents; null where that is no amount. */
export function parseCents(typed: string): number | null {
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!match) return null;
  const [, dollars = "", cents = ""] = match;
  return Number(dollars.replaceAll(",", "")) * 100 + Number(cents.padEnd(2, "0"));
}

/** Whether money of it was taken, so that some can go back; the server has the last word. */
export const isPaid = ({ status }: Order): boolean => ["paid", "shipped", "delivered", "refunded"].includes(status);
