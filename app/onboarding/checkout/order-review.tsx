import { formatCents, toCents } from "#contract/fields/numbers.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { call } from "#app/api/call.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { browserCookies } from "#app/api/session/cookies.ts";
import { queryKey } from "#app/api/query.ts";
import { session } from "#app/api/session/session.ts";
import { Form } from "#app/forms/form.tsx";
import { showsCouponField } from "#app/growth/promo/promo-codes.ts";
import { CouponForm } from "#app/growth/promo/coupon-form.tsx";
import type { Quote } from "#app/orders/checkout/order-summary.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { Checkbox } from "#app/ui/forms/choices/checkbox.tsx";
import { onboarding } from "#contract/onboarding/calls.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { store } from "#contract/cart/calls.ts";
import { ConsentText } from "./consent-text.tsx";
import { isPaymentInProgress, type PaymentState } from "#app/payment/payment-state.ts";
import { PaymentStatusAlert } from "#app/payment/payment-status-alert.tsx";
import css from "./order-review.module.css";
import { WhenCharged } from "./when-charged.tsx";

type Consents = Record<string, boolean>;

/** Coupon, consents and the pay button. */
export function OrderReview({
  record,
  consents,
  quote,
  state,
  onPay,
  onCheckAgain,
}: {
  record: OnboardingRecord;
  consents: StepView["consents"];
  quote: Quote;
  state: PaymentState;
  onPay: (acceptedConsents: { id: string; version: string }[]) => Promise<void>;
  onCheckAgain: () => void;
}) {
  const cache = useQueryClient();
  const [removed, setRemoved] = useState(false);
  const busy = isPaymentInProgress(state);
  const total = formatCents(toCents(quote.ordersummary.totalamount));

  async function onRepriced(changed: OnboardingRecord) {
    session.setRecord(changed);
    await cache.invalidateQueries({ queryKey: queryKey(store.computeTax) });
  }

  return (
    <Stack>
      {(record.couponid !== null || removed || showsCouponField(browserCookies)) && (
        <CouponForm
          applied={record.couponid}
          keptDiscountText={quote.welcomekept}
          onApply={async (couponid) =>
            onRepriced((await call(onboarding.applyCoupon, { body: { couponid } })).onboarding)
          }
          onRemove={async () => {
            // A removed code must not be applied again automatically.
            browserCookies.drop(cookieNames.promocode);
            setRemoved(true);
            await onRepriced(await call(onboarding.removeCoupon, {}));
          }}
        />
      )}
      <WhenCharged quote={quote} />
      <Form<Consents, Consents>
        schema={consentSchema(consents)}
        names={consents.map(({ id }) => id)}
        defaultValues={Object.fromEntries(consents.map(({ id }) => [id, false]))}
        onSubmit={(formConsents) =>
          onPay(consents.filter(({ id }) => formConsents[id]).map(({ id, version }) => ({ id, version })))
        }
      >
        {({ field }) => (
          <>
            <fieldset className={css["consents"]}>
              <legend>What you agree to</legend>
              {consents.map((consent) => (
                <div key={consent.id} className={css["consent"]}>
                  <Checkbox label={consent.label} required={consent.required} {...field(consent.id)} />
                  <details>
                    <summary>
                      Read it here<span className="visually-hidden">: {consent.label}</span>
                    </summary>
                    <ConsentText text={consent.text} />
                  </details>
                </div>
              ))}
            </fieldset>
            <PaymentStatusAlert state={state} onCheckAgain={onCheckAgain} />
            <Button type="submit" wide busy={busy} busyLabel="Please wait">
              Check out: {total}
            </Button>
          </>
        )}
      </Form>
    </Stack>
  );
}

function consentSchema(consents: StepView["consents"]): z.ZodMiniType<Consents, Consents> {
  const shape = consents.map(({ id, label, required }) => [
    id,
    required ? z.literal(true, `Please check the box: ${label}`) : z.boolean(),
  ]);
  return z.object(
    Object.fromEntries(shape) as Record<string, z.ZodMiniType<boolean, boolean>>,
  ) as unknown as z.ZodMiniType<Consents, Consents>;
}
