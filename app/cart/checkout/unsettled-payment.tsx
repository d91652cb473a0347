import { Stack } from "#app/ui/layout/stack.tsx";
import { useEffect } from "react";
import { formatDollars } from "#app/formats/money.ts";
import { PaymentStatusAlert } from "#app/payment/payment-status-alert.tsx";
import { isRepeatable, isPaymentInProgress } from "#app/payment/payment-state.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import type { PendingCheckout } from "#contract/cart/frame.ts";
import { useCart } from "../widget/cart-context.ts";
import { seenTotal, useCartPayment, useWidgetBusy } from "./use-cart-payment.ts";

/** A payment from before a reload: polled, or repeated unchanged. `onFailed` gets the reason when it failed. */
export function UnsettledPayment({
  attempt,
  onFailed,
}: {
  attempt: PendingCheckout;
  onFailed: (failureText: string) => void;
}) {
  const { widget } = useCart();
  const { state, pay, checkAgain } = useCartPayment(attempt.body, attempt);
  const total = seenTotal(attempt.body);
  const busy = isPaymentInProgress(state);
  useWidgetBusy(busy);
  const failureText = state.kind === "refused" || state.kind === "repriced" ? state.message : null;
  useEffect(() => {
    if (failureText !== null) onFailed(failureText);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each outcome
  }, [failureText]);

  return (
    <Stack>
      <Heading>Your last payment</Heading>
      <PaymentStatusAlert state={state} onCheckAgain={checkAgain} />
      {isRepeatable(state) && (
        <Button wide onClick={() => void pay(async () => {})}>
          {total === null ? "Check out" : `Check out: ${formatDollars(total)}`}
        </Button>
      )}
      {!busy && (
        <Button variant="secondary" wide onClick={() => widget.show("cart")}>
          Back
        </Button>
      )}
    </Stack>
  );
}
