import { CheckoutStep } from "./checkout-step.tsx";
import { IdentityReviewStep } from "../identity/identity-review-step.tsx";
import { previousHref } from "../flow/step-addresses.ts";
import { type StepProps, StepPage } from "../flow/step-page.tsx";
import { useSaveStep } from "../flow/use-save-step.ts";

/** `/checkout`: at step 5.4 the identity review, then payment. */
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
