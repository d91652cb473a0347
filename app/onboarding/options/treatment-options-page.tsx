import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { ChoiceForm } from "./choice-form.tsx";
import { addRequired, dropUnavailable, sortByFit } from "./product-choices.ts";
import { type ProductReveal, ProductRevealLoader } from "./product-reveal.tsx";
import { RevealedPlan } from "./revealed-plan.tsx";
import { useSeenNotices } from "../notices/use-answer-notices.ts";
import { isAhead, previousHref } from "../flow/step-addresses.ts";
import { StepFrame } from "../flow/step-frame.tsx";
import { type StepProps, StepPage } from "../flow/step-page.tsx";
import { useSavePlan } from "./use-save-plan.ts";
import { useReadNotices } from "./use-read-notices.ts";

/** `/treatment-options`: the plan the patient's answers suggest, and what else they allow. */
export default function TreatmentOptions() {
  return (
    <StepPage path="/treatment-options">
      {(stepProps) => (
        <ProductRevealLoader>{(reveal) => <OptionsForm {...stepProps} offer={reveal} />}</ProductRevealLoader>
      )}
    </StepPage>
  );
}

function OptionsForm({ record, view, offer: reveal }: StepProps & { offer: ProductReveal }) {
  const products = sortByFit(reveal.products);
  const seen = useSeenNotices();
  const save = useSavePlan(view.step, products, seen);
  const chosenBefore = dropUnavailable(view.chosen, products);
  const reading = useReadNotices(products, chosenBefore);
  const initialChoices = chosenBefore.length > 0 ? addRequired(chosenBefore, products) : reveal.suggestedplan;
  return (
    <StepFrame view={view} back={previousHref(view)} {...headingOf(record, reveal.wishes)} wide>
      <ChoiceForm initialChoices={initialChoices} products={products} draft={`${record.id}:options`} onSubmit={save}>
        {(controls) => (
          <RevealedPlan {...controls} view={view} reveal={reveal} products={products} reading={reading} seen={seen} />
        )}
      </ChoiceForm>
    </StepFrame>
  );
}

/** In flows that reveal before they ask, it is not known yet what fits the patient. */
function headingOf(record: OnboardingRecord, wishes: readonly string[]): { title: string; lead?: string } {
  if (isAhead(record, 2))
    return {
      title: "Here is what we offer",
      lead: "Choose what you have in mind. Next, we’ll ask about your health, and then show you what’s safe for you.",
    };
  return {
    title: record.firstname ? `${record.firstname}, here is what fits you` : "Here is what fits you",
    ...(wishes.length > 0 && { lead: `You asked for help with: ${wishes.join(" · ")}` }),
  };
}
