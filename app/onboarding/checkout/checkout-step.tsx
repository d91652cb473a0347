import { Stack } from "#app/ui/layout/stack.tsx";
import { useEffect } from "react";
import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/call.ts";
import { isApiError } from "#app/api/api-error.ts";
import { LoadError } from "#app/api/load-error.tsx";
import { session } from "#app/api/session/session.ts";
import { CardOnFile } from "#app/payment/card/card-on-file.tsx";
import { CardSection } from "#app/payment/card/card-section.tsx";
import { AddressForm } from "#app/orders/checkout/address-form.tsx";
import { AddressText } from "#app/orders/checkout/address-text.tsx";
import { planName } from "#app/catalogue/plan/plan-pricings.ts";
import { ChevronDownIcon } from "#app/ui/brand/base-icons.tsx";
import { Changing } from "#app/ui/data/changing.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { onboarding } from "#contract/onboarding/calls.ts";
import { PlanLayout } from "../plan/plan-layout.tsx";
import { PlanNews } from "../plan/plan-news.tsx";
import { NarrowPlanDoctor, PlanSummary, SummaryItems } from "../plan/plan-summary.tsx";
import { useInterstitial } from "../flow/interstitial-host.tsx";
import { previousHref } from "../flow/step-addresses.ts";
import { queries, useGoToCurrentStep } from "../flow/queries.ts";
import { StepFrame } from "../flow/step-frame.tsx";
import { type StepProps, StepError } from "../flow/step-page.tsx";
import { BillingForm } from "./visit-billing-form.tsx";
import css from "./checkout-step.module.css";
import { CardAssurance } from "./card-assurance.tsx";
import { OrderReview } from "./order-review.tsx";
import { quotedOrder, unquotedOrder } from "./summary-of-order.ts";
import { CheckoutSection } from "./checkout-section.tsx";
import { useCheckout } from "./use-checkout.ts";
import { type FinishedVisit, usePayVisit } from "./use-visit-payment.ts";

interface GivenConsent {
  readonly id: string;
  readonly version: string;
}

/** Steps 6 and 7: address, card, billing address, then review and pay. */
export function CheckoutStep({ record, view }: StepProps) {
  const checkout = useCheckout();
  const show = useInterstitial();
  const goToCurrentStep = useGoToCurrentStep();
  const { shipping, card, billing, total, stage, change: changeSection, stateOf } = checkout;

  async function finish({ record: finished, interstitial }: FinishedVisit) {
    await show(interstitial);
    checkout.cache.clear();
    session.setRecord(finished);
    navigate("/home", { replace: true });
  }
  const shownTotal = total.data ? { totalamount: total.data.ordersummary.totalamount } : {};
  const { state, pay, checkAgain, clearRefusal } = usePayVisit(shownTotal, (finished) => void finish(finished));

  // What was chosen is not offered any more: the plan is chosen again first.
  const lostPlan = isApiError(total.error) && total.error.code === "bad_request";
  const movedAway = state.kind === "moved" || lostPlan;
  const repriced = state.kind === "repriced";
  const requiredFix = state.kind === "refused" ? state.requiredFix : null;
  const { reprice } = checkout;
  useEffect(() => {
    if (movedAway) void goToCurrentStep().catch(() => null);
  }, [movedAway, goToCurrentStep]);
  useEffect(() => {
    if (repriced) void reprice();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each news of a price
  }, [repriced]);
  useEffect(() => {
    if (requiredFix === "card" || requiredFix === "address") changeSection(requiredFix);
  }, [requiredFix, changeSection]);

  if (checkout.error) return <StepError error={checkout.error} busy={checkout.fetching} onRetry={checkout.retry} />;

  async function submit(consents: GivenConsent[]) {
    if (!total.data) return;
    await pay(async () => {
      const body = { consents, ...(shipping && { shippingid: shipping.id }) };
      const saved = await call(onboarding.saveStep, { params: { n: 6 }, body });
      session.setRecord(saved.onboarding);
    });
  }

  const declined =
    state.kind === "refused" && state.requiredFix !== "other" && stage !== "review" ? state.message : null;
  const order = total.data ? quotedOrder(total.data) : unquotedOrder(view.plan);

  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      title="You're almost there"
      lead="Add payment method and we're ready to ship your treatment."
      wide
    >
      <PlanLayout summary={<PlanSummary {...order} doctor={view.doctor} />}>
        <PlanNews news={view.plan?.news ?? []} />
        {stage !== "review" && (
          <details className={css["order"]}>
            <summary>
              <span>{planName(order.items.map(({ name }) => name))}</span>
              <strong>
                <Changing>{order.total}</Changing>
              </strong>
              <ChevronDownIcon />
            </summary>
            <Stack gap={4} className={css["lines"]}>
              <SummaryItems items={order.items} />
              <SummaryList rows={order.rows} />
            </Stack>
          </details>
        )}
        {record.identitystatus === "review" && (
          <Alert tone="info">Someone on our team is checking your ID. You can check out while we do.</Alert>
        )}
        {declined && <Alert tone="warning">{declined}</Alert>}
        {checkout.loading || !billing ? (
          <Skeleton shape="row" count={4} label="Loading your details" />
        ) : (
          <Stack gap={4}>
            <CheckoutSection
              number={1}
              title="Where to ship"
              state={stateOf("address")}
              summary={shipping && <AddressText address={shipping} />}
              onChange={() => changeSection("address")}
            >
              <AddressForm
                address={shipping}
                state={record.state}
                patientId={record.id}
                onSaved={async (address) => {
                  checkout.cache.setQueryData(queries.address().queryKey, { address });
                  await reprice();
                  clearRefusal();
                  changeSection(null);
                }}
              />
            </CheckoutSection>
            <CheckoutSection
              number={2}
              title="How you pay"
              state={stateOf("card")}
              summary={card && <CardOnFile source={card} />}
              onChange={() => changeSection("card")}
            >
              <CardSection
                declined={requiredFix === "card"}
                onSaved={() => {
                  clearRefusal();
                  changeSection(null);
                }}
              />
              <CardAssurance held={order.total} />
            </CheckoutSection>
            <CheckoutSection
              number={3}
              title="Billing address"
              state={stateOf("billing")}
              summary={
                billing.sameaddress ? (
                  <p>The same as your shipping address</p>
                ) : (
                  billing.billingaddress && <AddressText address={billing.billingaddress} />
                )
              }
              onChange={() => changeSection("billing")}
            >
              <BillingForm
                onFile={billing}
                patientId={record.id}
                onSaved={(saved) => {
                  checkout.cache.setQueryData(queries.billing().queryKey, saved);
                  changeSection(null);
                }}
              />
            </CheckoutSection>
            <CheckoutSection number={4} title="Review and pay" state={stateOf("review")}>
              <Stack gap={4} className={css["again"]}>
                <SummaryItems items={order.items} />
                <SummaryList rows={order.rows} />
              </Stack>
              {total.isError && <LoadError query={total} />}
              {total.isPending && <Skeleton shape="row" count={3} label="Loading your total" />}
              {total.data && (
                <OrderReview
                  record={record}
                  consents={view.consents}
                  quote={total.data}
                  state={state}
                  onPay={submit}
                  onCheckAgain={checkAgain}
                />
              )}
            </CheckoutSection>
          </Stack>
        )}
        <NarrowPlanDoctor doctor={view.doctor} />
      </PlanLayout>
    </StepFrame>
  );
}
