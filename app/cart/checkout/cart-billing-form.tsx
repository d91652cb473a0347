import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#app/api/call.ts";
import { queryOf } from "#app/api/query.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { session } from "#app/api/session/session.ts";
import { tokenPatientId } from "#app/api/session/token.ts";
import { Form } from "#app/forms/form.tsx";
import { CardEntry, type CardHandle } from "#app/payment/card/card-entry.tsx";
import { CardOnFile } from "#app/payment/card/card-on-file.tsx";
import { PaymentStatusAlert } from "#app/payment/payment-status-alert.tsx";
import { isRepeatable, isPaymentInProgress } from "#app/payment/payment-state.ts";
import { type CardError, tokenizeEntry } from "#app/payment/card/card-tokens.ts";
import {
  toBillingBody,
  billingFormDefaults,
  BillingFields,
  billingNames,
  type BillingOnFile,
  billingSchema,
  type BillingValues,
} from "#app/orders/checkout/billing-fields.tsx";
import { CouponForm } from "#app/growth/promo/coupon-form.tsx";
import { OrderSummary, type Quote } from "#app/orders/checkout/order-summary.tsx";
import { formatDollars } from "#app/formats/money.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { addressCalls } from "#contract/account/addresses.ts";
import type { Output } from "#contract/http/endpoint.ts";
import { payment } from "#contract/payment.ts";
import { useCart } from "../widget/cart-context.ts";
import { toCheckoutBody, useCartPayment, useWidgetBusy } from "./use-cart-payment.ts";
import type { useCartQuote } from "./use-cart-quote.ts";
import css from "./checkout.module.css";
import LineObstacle from "../items/line-obstacle.tsx";

type Sources = Output<typeof payment.sources>;

/** The five steps of billing behind one button (spec §4): card token, source, billing address, checkout, done. */
export function CartBillingForm({
  source,
  gateway,
  onFile,
  quote,
  cartQuote,
  priorPaymentText,
}: Sources & {
  onFile: BillingOnFile;
  quote: Quote;
  cartQuote: ReturnType<typeof useCartQuote>;
  /** The outcome of a previous payment. */
  priorPaymentText: string | null;
}) {
  const { widget, state } = useCart();
  const cache = useQueryClient();
  const cardEntry = useRef<CardHandle>(null);
  const [cardError, setCardError] = useState<CardError | null>(null);
  const [usesNewCard, setUsesNewCard] = useState(false);
  /** True from the press on: the steps before the call that pays may take time. */
  const [sending, setSending] = useState(false);
  const {
    state: outcome,
    pay,
    checkAgain,
    clearRefusal,
  } = useCartPayment(toCheckoutBody(state.storedCart.lines, cartQuote.coupon, quote.ordersummary.totalamount), null);
  const busy = sending || isPaymentInProgress(outcome);
  const showCardEntry = usesNewCard || source === null;

  const { obstacles } = quote;
  useWidgetBusy(busy);
  const { reprice } = cartQuote;
  const kind = outcome.kind;
  const cardRefused = outcome.kind === "refused" && outcome.requiredFix === "card";
  useEffect(() => {
    if (kind === "repriced") void reprice();
    if (cardRefused) setUsesNewCard(true);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each outcome
  }, [kind, cardRefused]);

  /** An invalid card stops at step 1, with the reason at its field. */
  async function submit(values: BillingValues) {
    const result = showCardEntry ? await tokenizeEntry(cardEntry.current) : null;
    if (result?.error) {
      setCardError(result.error);
      return;
    }
    await pay(async () => {
      if (result) {
        const saved = await call(payment.saveSource, { body: { source: result.token } }, { key: randomUuid() });
        cache.setQueryData(queryOf(payment.sources, {}).queryKey, { source: saved, gateway });
        setUsesNewCard(false);
      }
      const billing = await call(addressCalls.updateBillingAddress, { body: toBillingBody(values) });
      cache.setQueryData(queryOf(addressCalls.billingAddress, {}).queryKey, billing);
    });
  }

  if (obstacles.length > 0 && !busy)
    return (
      <>
        <OrderSummary {...quote} />
        {obstacles.map((obstacle) => (
          <LineObstacle key={obstacle.pricingid} obstacle={obstacle} />
        ))}
        <div className={css["actions"]}>
          <Button variant="secondary" onClick={() => widget.show("cart")}>
            Change your cart
          </Button>
        </div>
      </>
    );
  return (
    <>
      <OrderSummary {...quote} />
      <CouponForm
        applied={cartQuote.coupon}
        keptDiscountText={quote.welcomekept}
        onApply={cartQuote.apply}
        onRemove={cartQuote.remove}
      />
      <Form<BillingValues, BillingValues>
        schema={billingSchema}
        names={[...billingNames]}
        defaultValues={billingFormDefaults(onFile)}
        draft={`${tokenPatientId(session.get().token)}:billing`}
        onSubmit={async (values) => {
          if (outcome.kind === "review") return;
          if (isRepeatable(outcome)) return pay(async () => {});
          setCardError(null);
          clearRefusal();
          setSending(true);
          await submit(values).finally(() => setSending(false));
        }}
      >
        {(controls) => (
          <>
            <section className={css["part"]} aria-labelledby="card">
              <h2 id="card">Your card</h2>
              {!showCardEntry && source && <CardOnFile source={source} onChange={() => setUsesNewCard(true)} />}
              {showCardEntry && <CardEntry gateway={gateway} ref={cardEntry} error={cardError} />}
              {showCardEntry && source && (
                <Button variant="quiet" onClick={() => setUsesNewCard(false)}>
                  Keep the card on file
                </Button>
              )}
              {cardError && !cardError.field && <Alert tone="warning">{cardError.message}</Alert>}
            </section>
            <section className={css["part"]} aria-labelledby="billing">
              <h2 id="billing">Billing address</h2>
              <BillingFields controls={controls} />
            </section>
            {priorPaymentText !== null && outcome.kind === "ready" && <Alert tone="warning">{priorPaymentText}</Alert>}
            <PaymentStatusAlert state={outcome} onCheckAgain={checkAgain} />
            <div className={css["actions"]}>
              <Button variant="secondary" disabled={busy} onClick={() => widget.show("shipping")}>
                Back
              </Button>
              {kind !== "review" && (
                <Button
                  type="submit"
                  disabled={cartQuote.quote.isPlaceholderData}
                  busy={busy || controls.isSending}
                  busyLabel="Please wait"
                >
                  Check out: {formatDollars(quote.ordersummary.totalamount)}
                </Button>
              )}
            </div>
          </>
        )}
      </Form>
    </>
  );
}
