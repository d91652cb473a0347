import { Stack } from "#app/ui/layout/stack.tsx";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { errorMessage } from "#app/api/api-error.ts";
import { queryOf } from "#app/api/query.ts";
import { session } from "#app/api/session/session.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Heading } from "#app/ui/layout/heading.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { addressCalls } from "#contract/account/addresses.ts";
import { payment } from "#contract/payment.ts";
import { useCart } from "../widget/cart-context.ts";
import { findOpenAttempt } from "../widget/open-attempts.ts";
import { useCartQuote } from "./use-cart-quote.ts";
import { CartBillingForm } from "./cart-billing-form.tsx";
import { UnsettledPayment } from "./unsettled-payment.tsx";

/** Billing; an unsettled previous payment comes first. */
export default function Billing() {
  const { widget } = useCart();
  const findAttempt = () => findOpenAttempt(widget.get().storedCart.pendingcheckouts, session.get().token);
  const [unsettledAttempt, setUnsettledAttempt] = useState(findAttempt);
  const [priorPaymentText, setPriorPaymentText] = useState<string | null>(null);
  function onFailed(why: string) {
    setPriorPaymentText(why);
    setUnsettledAttempt(findAttempt);
  }
  return unsettledAttempt ? (
    <UnsettledPayment key={unsettledAttempt.key} attempt={unsettledAttempt} onFailed={onFailed} />
  ) : (
    <CartPayment priorPaymentText={priorPaymentText} />
  );
}

/** The order summary, the card, the billing address, and one button (spec §2.3). */
function CartPayment({ priorPaymentText }: { priorPaymentText: string | null }) {
  const { widget, state } = useCart();
  const sources = useQuery(queryOf(payment.sources, {}));
  const billing = useQuery(queryOf(addressCalls.billingAddress, {}));
  const cartQuote = useCartQuote(state.storedCart.lines);
  const queries = [sources, billing, cartQuote.quote];
  const failed = queries.find((query) => query.isError && !query.data);
  const noAddress = failed?.error && "code" in failed.error && failed.error.code === "no_shipping_address";

  return (
    <Stack>
      <Heading lead="Add payment method and we're ready to ship your treatment.">You're almost there</Heading>
      {failed && (
        <Alert
          tone="warning"
          actions={
            noAddress ? (
              <Button variant="secondary" onClick={() => widget.show("shipping")}>
                Add an address
              </Button>
            ) : (
              <Button
                variant="secondary"
                busy={queries.some((query) => query.isFetching)}
                onClick={() => queries.forEach((query) => void (query.isError && query.refetch()))}
              >
                Try again
              </Button>
            )
          }
        >
          {errorMessage(failed.error)}
        </Alert>
      )}
      {!failed && !queries.every((query) => query.data) && <Skeleton shape="row" count={6} />}
      {sources.data && billing.data && cartQuote.quote.data && (
        <CartBillingForm
          source={sources.data.source}
          gateway={sources.data.gateway}
          onFile={billing.data}
          quote={cartQuote.quote.data}
          cartQuote={cartQuote}
          priorPaymentText={priorPaymentText}
        />
      )}
    </Stack>
  );
}
