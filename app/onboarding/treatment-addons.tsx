import { Button } from "#app/ui/button.tsx";
import { DoctorAside } from "./doctor-aside.tsx";
import { AddonList } from "./options/addon-list.tsx";
import { ChoiceForm } from "./options/choice-form.tsx";
import { stillOffered } from "./options/choices.ts";
import { type Offer, Reveal } from "./options/reveal.tsx";
import { previousHref } from "./places.ts";
import { StepFrame } from "./step-frame.tsx";
import { type StepOnPage, StepPage } from "./step-page.tsx";
import { useSaveStep } from "./use-save-step.ts";

/** `/treatment-addons`: what may go along. Going on without any is as easy as with one. */
export default function TreatmentAddons() {
  return (
    <StepPage path="/treatment-addons">
      {(shown) => <Reveal>{(offer) => <Addons {...shown} offer={offer} />}</Reveal>}
    </StepPage>
  );
}

function Addons({ record, view, offer }: StepOnPage & { offer: Offer }) {
  const save = useSaveStep(view.step);
  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      title="Would you like to add something?"
      lead="All of these are optional. Your plan works without them."
      aside={<DoctorAside doctor={offer.doctor} />}
    >
      <ChoiceForm
        start={stillOffered(view.chosen, offer.addons)}
        draft={`${record.id}:addons`}
        onSubmit={(products) => save({ products })}
        foot={({ busy, choices }) => (
          <Button type="submit" wide busy={busy} busyLabel="Saving">
            {choices.length === 0 ? "No, thank you. Continue" : `Continue with ${choices.length} added`}
          </Button>
        )}
      >
        {(choices, onChange) => <AddonList view={view} addons={offer.addons} choices={choices} onChange={onChange} />}
      </ChoiceForm>
    </StepFrame>
  );
}
