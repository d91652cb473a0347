import { CheckoutStep } from "./checkout/checkout-step.tsx";
import { IdentityReviewStep } from "./identity/review-step.tsx";
import { previousHref } from "./places.ts";
import { type StepProps, StepPage } from "./step-page.tsx";
import { useSaveStep } from "./use-save-step.ts";

/** `/checkout`: at step 5.4 first the word about her identity, then paying. */
export default function Checkout() {
  return (
    <StepPage path="/checkout">
      {(stepProps) =>
        stepProps.view.kind === "review" ? <ReviewedIdentity {...stepProps} /> : <CheckoutStep {...stepProps} />
      }
    </StepPage>
  );
}

function ReviewedIdentity({ view }: StepProps) {
  const save = useSaveStep(view.step);
  return <IdentityReviewStep progress={view.progress} back={previousHref(view)} onContinue={() => save({})} />;
}
