import { Button } from "#app/ui/actions/button.tsx";
import { DoctorAside } from "../visit/doctor-aside.tsx";
import { AddonList } from "./addon-list.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import { dropUnavailable } from "./product-choices.ts";
import { type ProductReveal, ProductRevealLoader } from "./product-reveal.tsx";
import { previousHref } from "../visit/step-addresses.ts";
import { StepFrame } from "../visit/step-frame.tsx";
import { type StepProps, StepPage } from "../visit/step-page.tsx";
import { useSaveStep } from "../visit/use-save-step.ts";

/** `/treatment-addons`: optional add-ons. Continuing without one is as easy as with one. */
export default function TreatmentAddons() {
  return (
    <StepPage path="/treatment-addons">
      {(stepProps) => (
        <ProductRevealLoader>{(reveal) => <AddonsForm {...stepProps} offer={reveal} />}</ProductRevealLoader>
      )}
    </StepPage>
  );
}

function AddonsForm({ record, view, offer: reveal }: StepProps & { offer: ProductReveal }) {
  const save = useSaveStep(view.step);
  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      title="Would you like to add something?"
      lead="All of these are optional. Your plan works without them."
      aside={<DoctorAside doctor={reveal.doctor} />}
    >
      <ChoiceForm
        initialChoices={dropUnavailable(view.chosen, reveal.addons)}
        draft={`${record.id}:addons`}
        onSubmit={(products) => save({ products })}
        footer={({ busy, choices }) => (
          <Button type="submit" wide busy={busy} busyLabel="Saving">
            {choices.length === 0 ? "No, thank you. Continue" : `Continue with ${choices.length} added`}
          </Button>
        )}
      >
        {(choices, onChange) => <AddonList view={view} addons={reveal.addons} choices={choices} onChange={onChange} />}
      </ChoiceForm>
    </StepFrame>
  );
}
