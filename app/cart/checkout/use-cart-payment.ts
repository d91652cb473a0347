import { call } from "#app/api/call.ts";
import { session } from "#app/api/session/session.ts";
import type { PaymentAttempt } from "#app/payment/payment-state.ts";
import { type OutcomeResult, type PaymentHandle, usePayment } from "#app/payment/use-payment.ts";
import type { Input, Output } from "#contract/http/endpoint.ts";
import type { CartLine, PendingCheckout } from "#contract/cart/frame.ts";
import { store } from "#contract/cart/calls.ts";
import { useCart } from "../widget/cart-context.ts";
import { toCheckoutList } from "../widget/cart-lines.ts";
import { patientFingerprint } from "../widget/open-attempts.ts";
import { useEffect } from "react";

type Order = Output<typeof store.checkout>["order"];
type Body = Input<typeof store.checkout>["body"];

/** The checkout body, as JSON. */
export function toCheckoutBody(lines: readonly CartLine[], couponid: string | null, totalamount: number): string {
  const body: Body = { checkout: toCheckoutList(lines), totalamount, ...(couponid !== null && { couponid }) };
  return JSON.stringify(body);
}

/** The total that the patient saw when they pressed, in dollars; null where the page kept another body than ours. */
export function seenTotal(body: string): number | null {
  try {
    return (JSON.parse(body) as Body).totalamount ?? null;
  } catch {
    return null;
  }
}

/**
 * Steps 4 and 5 of billing (spec §4): checkout, then the completion screen. The attempt is stored before the call is made, so that a reload, too,
 * polls it instead of paying again.
 */
export function useCartPayment(body: string, resume: PendingCheckout | null): PaymentHandle {
  const { widget } = useCart();
  return usePayment<Order>({
    body,
    resumeAttempt: resume && { key: resume.key, body: resume.body, timesSent: 1 },
    send: async ({ key, body: sent }, signal) => {
      widget.recordAttempt({ key, body: sent, owner: patientFingerprint(key, session.get().token) });
      const options = { key, signal, retry: false } as const;
      return (await call(store.checkout, { body: JSON.parse(sent) as Body }, options)).order;
    },
    fetchOutcome: fetchCheckoutOutcome,
    onDone: ({ id, number, summary }, { key, body: paid }) =>
      widget.onOrderPaid(
        { id, number, totalamount: summary.totalamount },
        { key, bought: (JSON.parse(paid) as Body).checkout },
      ),
    onFailed: ({ key }, why) => widget.dropAttempt(key, why),
  });
}

/** The outcome of an attempt whose response was lost. */
async function fetchCheckoutOutcome({ key }: PaymentAttempt, signal: AbortSignal): Promise<OutcomeResult<Order>> {
  const options = { retry: false, silent: true, signal } as const;
  const { outcome, order, message, code } = await call(store.checkoutOutcome, { params: { key } }, options);
  if (outcome === "placed" && order) return { found: "done", result: order };
  if (outcome === "review") return { found: outcome, message: message ?? "" };
  if (outcome === "refused") return { found: outcome, code: code ?? "other", message: message ?? "" };
  return { found: outcome === "open" ? "open" : "nothing" };
}

/** Marks the widget busy while a payment is being confirmed and its screen is mounted. */
export function useWidgetBusy(busy: boolean): void {
  const { widget } = useCart();
  useEffect(() => widget.setBusy(busy), [widget, busy]);
  useEffect(() => () => widget.setBusy(false), [widget]);
}
