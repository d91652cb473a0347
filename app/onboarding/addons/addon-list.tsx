import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { VisitUpsell, useVisitUpsell } from "#app/growth/upsell/visit-upsell.tsx";
import { UpsellNotice } from "#app/growth/upsell/upsell-notice.tsx";
import { ChevronDownIcon } from "#app/ui/brand/base-icons.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { queries, useGoToCurrentStep } from "../flow/queries.ts";
import { isStepConflict } from "../flow/use-save-step.ts";
import { AddonRow } from "./addon-row.tsx";
import css from "../options/other-options.module.css";
import { type Choices, isChosen } from "../options/product-choices.ts";

/** With the upsell, if there is one. */
const mostSuggested = 2;

/** The add-ons that fit the answers or are chosen, and the others behind one press; one of them may come first as an upsell. */
export function AddonList({
  view,
  addons,
  suggestedIds,
  choices,
  onChange,
}: {
  view: StepView;
  addons: readonly CatalogueProduct[];
  suggestedIds: readonly string[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  const cache = useQueryClient();
  const goToCurrentStep = useGoToCurrentStep();
  const [outcome, setOutcome] = useState<"added" | "denied" | null>(null);
  // A row stays where it is when its product is added or taken off.
  const [chosenAtFirst, setChosenAtFirst] = useState(choices);
  const visitUpsell = useVisitUpsell(choices.map(({ productid }) => productid));
  const upsell = addons.some(({ productid }) => productid === visitUpsell?.product.productid) ? visitUpsell : null;
  const shown = addons.filter(({ productid }) => outcome !== null || productid !== upsell?.product.productid);
  const most = shown.length < addons.length ? mostSuggested - 1 : mostSuggested;
  const suggested = suggestedIds.filter((id) => shown.some(({ productid }) => productid === id)).slice(0, most);
  const inSight = shown.filter(({ productid }) => suggested.includes(productid) || isChosen(chosenAtFirst, productid));
  const further = shown.filter((product) => !inSight.includes(product));
  return (
    <>
      {outcome && (
        <UpsellNotice key={outcome}>
          {outcome === "added" ? "Added to your plan." : "All right. We won’t offer this again."}
        </UpsellNotice>
      )}
      {upsell && outcome === null && (
        <VisitUpsell
          key={upsell.upsellId}
          upsell={upsell}
          onAdded={({
            upsell: {
              product: { productid },
              pricingId: pricingid,
            },
            chosen,
          }) => {
            cache.setQueryData(queries.step(view.step).queryKey, { ...view, chosen });
            setOutcome("added");
            const added = [...choices.filter((each) => each.productid !== productid), { productid, pricingid }];
            setChosenAtFirst([...chosenAtFirst, { productid, pricingid }]);
            onChange(added);
          }}
          onDeclined={() => setOutcome("denied")}
          onRefused={(error) => {
            const isConflict = isStepConflict(error);
            if (isConflict) void goToCurrentStep().catch(() => null);
            return isConflict;
          }}
        />
      )}
      {inSight.length > 0 && (
        <section className={css["options"]} aria-labelledby="fitting">
          <h2 id="fitting" className={css["title"]}>
            {choices.length > 0 ? "Your add-ons" : "These fit your answers"}
          </h2>
          <AddonRows addons={inSight} choices={choices} onChange={onChange} />
        </section>
      )}
      {further.length > 0 && (
        <details className={css["options"]}>
          <summary className={css["summary"]}>
            <span>
              {inSight.length > 0 || upsell ? `See all ${shown.length} add-ons` : `See ${shown.length} add-ons`}
            </span>
            <ChevronDownIcon />
          </summary>
          <AddonRows addons={further} choices={choices} onChange={onChange} />
        </details>
      )}
    </>
  );
}

function AddonRows({
  addons,
  choices,
  onChange,
}: {
  addons: readonly CatalogueProduct[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  return (
    <ul className={css["rows"]}>
      {addons.map((product) => (
        <li key={product.productid}>
          <AddonRow product={product} choices={choices} onChange={onChange} />
        </li>
      ))}
    </ul>
  );
}
