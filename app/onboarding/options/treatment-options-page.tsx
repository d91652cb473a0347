import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { DoctorAside } from "../visit/doctor-aside.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import { sortByFit, missingRequired, dropUnavailable, addRequired, setChosen } from "./product-choices.ts";
import { FormFilter } from "./dosage-form-filter.tsx";
import { ProductOptionCard } from "./product-option-card.tsx";
import { type ProductReveal, ProductRevealLoader } from "./product-reveal.tsx";
import { isAhead, previousHref } from "../visit/step-addresses.ts";
import { StepFrame } from "../visit/step-frame.tsx";
import { type StepProps, StepPage } from "../visit/step-page.tsx";
import { useSaveStep } from "../visit/use-save-step.ts";
import css from "./treatment-options-page.module.css";

/** `/treatment-options`: what the patient's answers allow, best fit first. */
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
  const save = useSaveStep(view.step);
  const products = sortByFit(reveal.products);
  return (
    <StepFrame
      view={view}
      back={previousHref(view)}
      {...headingOf(record)}
      aside={<DoctorAside doctor={reveal.doctor} />}
    >
      <FormFilter forms={reveal.forms} chosen={reveal.treatmentform} />
      <ChoiceForm
        initialChoices={addRequired(dropUnavailable(view.chosen, reveal.products), products)}
        draft={`${record.id}:options`}
        onSubmit={(chosen) => save({ products: chosen })}
        footer={({ busy, choices, problem, onChange }) => (
          <Stack gap={5}>
            {problem &&
              missingRequired(choices, products).map((product) => (
                <Button
                  key={product.productid}
                  variant="secondary"
                  onClick={() => onChange(setChosen(choices, product, true))}
                >
                  Add {product.name}
                </Button>
              ))}
            <Button type="submit" wide busy={busy} busyLabel="Saving">
              Continue
            </Button>
          </Stack>
        )}
      >
        {(choices, onChange) =>
          products.map((product) => (
            <ProductOptionCard
              key={product.productid}
              product={product}
              choices={choices}
              products={products}
              onChange={onChange}
              reasonsHeading={product.fit === "required" ? "Why you need it" : "Why it fits you"}
            />
          ))
        }
      </ChoiceForm>
      {products.length === 0 && (
        <p>None of our treatments is safe for you right now. Look at the add-ons, or talk to a doctor near you.</p>
      )}
      <ExcludedTreatments items={reveal.excluded} />
    </StepFrame>
  );
}

/** In flows that reveal before they ask, it is not known yet what fits the patient. */
function headingOf(record: OnboardingRecord): { title: string; lead: string } {
  if (isAhead(record, 2))
    return {
      title: "Here is what we offer",
      lead: "Choose what you have in mind. Next we ask about your health, and then we tell you what is safe for you.",
    };
  return {
    title: record.firstname ? `${record.firstname}, here is what fits you` : "Here is what fits you",
    lead: "Choose what you would like. Your doctor makes the final decision with you, and nothing is charged before that.",
  };
}

/** The treatments left out for the patient's safety, and why. */
function ExcludedTreatments({ items }: { items: readonly { name: string; reason: string }[] }) {
  if (items.length === 0) return null;
  return (
    <Stack as="section" gap={3} className={css["excluded"]} aria-labelledby="excluded">
      <h2 id="excluded">Left out for your safety</h2>
      <dl>
        {items.map(({ name, reason }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </Stack>
  );
}
