import { Button } from "#app/ui/button.tsx";
import { DoctorAside } from "./doctor-aside.tsx";
import { AddonList } from "./options/addon-list.tsx";
import { ChoiceForm } from "./options/choice-form.tsx";
import { dropUnavailable } from "./options/choices.ts";
import { type ProductReveal, ProductRevealLoader } from "./options/reveal.tsx";
import { previousHref } from "./places.ts";
import { StepFrame } from "./step-frame.tsx";
import { type StepProps, StepPage } from "./step-page.tsx";
import { useSaveStep } from "./use-save-step.ts";

/** `/treatment-addons`: what may go along. Going on without any is as easy as with one. */
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
        start={dropUnavailable(view.chosen, reveal.addons)}
        draft={`${record.id}:addons`}
        onSubmit={(products) => save({ products })}
        foot={({ busy, choices }) => (
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
