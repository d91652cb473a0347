import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { call } from "#app/api/api.ts";
import { queryOf } from "#app/api/query.ts";
import { randomId } from "#app/api/random.ts";
import { session } from "#app/api/session.ts";
import { patientOf } from "#app/api/token.ts";
import { Form } from "#app/forms/form.tsx";
import { CardEntry, type CardHandle } from "#app/payment/card-entry.tsx";
import { CardOnFile } from "#app/payment/card-on-file.tsx";
import { PayNews } from "#app/payment/pay-news.tsx";
import { isRepeated, isUnderWay } from "#app/payment/pay-outcome.ts";
import { type CardError, tokenOf } from "#app/payment/tokens.ts";
import {
  billingBody,
  billingDefaults,
  BillingFields,
  billingNames,
  type BillingOnFile,
  billingSchema,
  type BillingValues,
} from "#app/store/billing-fields.tsx";
import { CouponForm } from "#app/store/coupon-form.tsx";
import { OrderSummary, type Quote } from "#app/store/order-summary.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { account } from "#contract/account.ts";
import type { Output } from "#contract/endpoint.ts";
import { payment } from "#contract/payment.ts";
import { useCart } from "../context.ts";
import { useBusy } from "../use-busy.ts";
import { checkoutBody, usePayCart } from "../use-pay-cart.ts";
import type { useQuote } from "../use-quote.ts";
import css from "./checkout.module.css";
import LineObstacle from "./line-obstacle.tsx";

type Sources = Output<typeof payment.sources>;

/** The five steps of billing behind one button (spec §4): card token, source, billing address, checkout, done. */
export function BillingForm({
  source,
  gateway,
  onFile,
  quote,
  priced,
  news,
}: Sources & {
  onFile: BillingOnFile;
  quote: Quote;
  priced: ReturnType<typeof useQuote>;
  /** What became of a payment of before. */
  news: string | null;
}) {
  const { widget, state } = useCart();
  const cache = useQueryClient();
  const entry = useRef<CardHandle>(null);
  const [cardError, setCardError] = useState<CardError | null>(null);
  const [another, setAnother] = useState(false);
  /** From her press on: what stands before the call that pays may take its time. */
  const [sending, setSending] = useState(false);
  const {
    state: outcome,
    pay,
    askAgain,
    mended,
  } = usePayCart(checkoutBody(state.kept.lines, priced.coupon, quote.ordersummary.totalamount), null);
  const busy = sending || isUnderWay(outcome);
  const entering = another || source === null;

  const { obstacles } = quote;
  useBusy(busy);
  const { reprice } = priced;
  const kind = outcome.kind;
  const needsCard = outcome.kind === "refused" && outcome.need === "card";
  useEffect(() => {
    if (kind === "repriced") void reprice();
    if (needsCard) setAnother(true);
    // oxlint-disable-next-line react/exhaustive-deps -- once for each outcome
  }, [kind, needsCard]);

  /** A card that is not right stops at step 1 and stands there with the reason. */
  async function submit(values: BillingValues) {
    const result = entering ? await tokenOf(entry.current) : null;
    if (result?.error) {
      setCardError(result.error);
      return;
    }
    await pay(async () => {
      if (result) {
        const saved = await call(payment.saveSource, { body: { source: result.token } }, { key: randomId() });
        cache.setQueryData(queryOf(payment.sources, {}).queryKey, { source: saved, gateway });
        setAnother(false);
      }
      const billing = await call(account.updateBillingAddress, { body: billingBody(values) });
      cache.setQueryData(queryOf(account.billingAddress, {}).queryKey, billing);
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
      <CouponForm applied={priced.coupon} stays={quote.stays} onApply={priced.apply} onRemove={priced.remove} />
      <Form<BillingValues, BillingValues>
        schema={billingSchema}
        names={[...billingNames]}
        defaultValues={billingDefaults(onFile)}
        draft={`${patientOf(session.get().token)}:billing`}
        onSubmit={async (values) => {
          if (outcome.kind === "review") return;
          if (isRepeated(outcome)) return pay(async () => {});
          setCardError(null);
          mended();
          setSending(true);
          await submit(values).finally(() => setSending(false));
        }}
      >
        {(parts) => (
          <>
            <section className={css["part"]} aria-labelledby="card">
              <h2 id="card">Your card</h2>
              {!entering && source && <CardOnFile source={source} onChange={() => setAnother(true)} />}
              {entering && <CardEntry gateway={gateway} ref={entry} error={cardError} />}
              {entering && source && (
                <Button variant="quiet" onClick={() => setAnother(false)}>
                  Keep the card on file
                </Button>
              )}
              {cardError && !cardError.field && <Alert kind="warning">{cardError.message}</Alert>}
            </section>
            <section className={css["part"]} aria-labelledby="billing">
              <h2 id="billing">Billing address</h2>
              <BillingFields parts={parts} />
            </section>
            {news !== null && outcome.kind === "ready" && <Alert kind="warning">{news}</Alert>}
            <PayNews state={outcome} onAskAgain={askAgain} />
            <div className={css["actions"]}>
              <Button variant="secondary" disabled={busy} onClick={() => widget.show("shipping")}>
                Back
              </Button>
              {kind !== "review" && (
                <Button
                  type="submit"
                  disabled={priced.quote.isPlaceholderData}
                  busy={busy || parts.form.formState.isSubmitting}
                  busyLabel="Please wait"
                >
                  Check out
                </Button>
              )}
            </div>
          </>
        )}
      </Form>
    </>
  );
}
