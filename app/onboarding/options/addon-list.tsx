import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { VisitUpsell, useVisitUpsell } from "#app/growth/upsell/visit-upsell.tsx";
import { UpsellNotice } from "#app/growth/upsell/upsell-notice.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { StepView } from "#contract/onboarding/steps.ts";
import { queries, useGoToCurrentStep } from "../visit/queries.ts";
import { isStepConflict } from "../visit/use-save-step.ts";
import type { Choices } from "./product-choices.ts";
import { ProductOptionCard } from "./product-option-card.tsx";

/** The add-ons the patient may choose; one of them may come first as an upsell. */
export function AddonList({
  view,
  addons,
  choices,
  onChange,
}: {
  view: StepView;
  addons: readonly CatalogueProduct[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  const cache = useQueryClient();
  const goToCurrentStep = useGoToCurrentStep();
  const [outcome, setOutcome] = useState<"added" | "denied" | null>(null);
  const visitUpsell = useVisitUpsell(choices.map(({ productid }) => productid));
  const upsell = addons.some(({ productid }) => productid === visitUpsell?.product.productid) ? visitUpsell : null;
  return (
    <>
      {outcome && (
        <UpsellNotice key={outcome}>
          {outcome === "added" ? "Added to your plan." : "All right. We will not offer this again."}
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
            onChange([...choices.filter((each) => each.productid !== productid), { productid, pricingid }]);
          }}
          onDeclined={() => setOutcome("denied")}
          onRefused={(error) => {
            const isConflict = isStepConflict(error);
            if (isConflict) void goToCurrentStep().catch(() => null);
            return isConflict;
          }}
        />
      )}
      {addons
        .filter(({ productid }) => outcome !== null || productid !== upsell?.product.productid)
        .map((product) => (
          <ProductOptionCard
            key={product.productid}
            product={product}
            choices={choices}
            products={addons}
            onChange={onChange}
            reasonsHeading="Why it may help you"
          />
        ))}
    </>
  );
}
