import { parseCents } from "#clinic/care/payments/dollars.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { care } from "#contract/care/calls.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { toDollars } from "#contract/fields/numbers.ts";
import type { Order } from "#contract/orders/orders.ts";

type RefundQuestions = NonNullable<Input<typeof care.refundOrder>["body"]["questions"]>;

/** What somebody has decided about the money of an order. */
export type MoneyDecision =
  | {
      readonly kind: "refund";
      readonly amount: number;
      /** What was left of the order, in dollars, as it was read. */
      readonly refundable: number;
      readonly reason: string;
      /** Questions about the order that were read, and what is said to them. */
      readonly questions?: RefundQuestions;
    }
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
  const { kind: _, ...body } = decision;
  return call(care.refundOrder, { params, body }, { key });
}

/** What somebody typed for a refund; an `answer` only where something is asked about the order. */
export interface TypedRefund {
  readonly amount: string;
  readonly reason: string;
  readonly answer?: string | undefined;
}

/** The refund that somebody typed, of an amount that `parseCents` reads, with what they read: how much was left, and the questions. */
export const refundOf = (
  { amount, reason, answer = "" }: TypedRefund,
  refundable: number,
  questionids: RefundQuestions["questionids"],
): MoneyDecision => ({
  kind: "refund",
  amount: toDollars(parseCents(amount) ?? 0),
  refundable,
  reason,
  ...(questionids.length > 0 && { questions: { questionids, answer } }),
});

/** Whether money of it was taken, so that some can go back; the server has the last word. */
export const isPaid = ({ status }: Order): boolean => ["paid", "shipped", "delivered", "refunded"].includes(status);
