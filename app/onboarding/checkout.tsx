import { CheckoutStep } from "./checkout/checkout-step.tsx";
import { ReviewStep } from "./identity/review-step.tsx";
import { previousHref } from "./places.ts";
import { type StepOnPage, StepPage } from "./step-page.tsx";
import { useSaveStep } from "./use-save-step.ts";

/** `/checkout`: at step 5.4 first the word about her identity, then paying. */
export default function Checkout() {
  return (
    <StepPage path="/checkout">
      {(shown) => (shown.view.kind === "review" ? <Reviewed {...shown} /> : <CheckoutStep {...shown} />)}
    </StepPage>
  );
}

function Reviewed({ view }: StepOnPage) {
  const save = useSaveStep(view.step);
  return <ReviewStep progress={view.progress} back={previousHref(view)} onContinue={() => save({})} />;
}
