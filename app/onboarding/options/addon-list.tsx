import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { OfferInVisit, useOfferInVisit } from "#app/growth/upsell/offer-in-visit.tsx";
import { OfferNews } from "#app/growth/upsell/offer-news.tsx";
import type { OfferedProduct, StepView } from "#contract/onboarding.ts";
import { queries, useGoToHerStep } from "../queries.ts";
import { movedOn } from "../use-save-step.ts";
import type { Choices } from "./choices.ts";
import { OfferedCard } from "./offered-card.tsx";

/** The add-ons she may take; one of them first, where the practice offers it in words of its own. */
export function AddonList({
  view,
  addons,
  choices,
  onChange,
}: {
  view: StepView;
  addons: readonly OfferedProduct[];
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  const cache = useQueryClient();
  const goToHerStep = useGoToHerStep();
  const [news, setNews] = useState<"added" | "denied" | null>(null);
  const found = useOfferInVisit(choices.map(({ productid }) => productid));
  const offer = addons.some(({ productid }) => productid === found?.product.productid) ? found : null;
  return (
    <>
      {news && (
        <OfferNews key={news}>
          {news === "added" ? "Added to your plan." : "All right. We will not offer this again."}
        </OfferNews>
      )}
      {offer && news === null && (
        <OfferInVisit
          key={offer.upsellId}
          offer={offer}
          onAdded={({
            upsell: {
              product: { productid },
              pricingId: pricingid,
            },
            chosen,
          }) => {
            cache.setQueryData(queries.step(view.step).queryKey, { ...view, chosen });
            setNews("added");
            onChange([...choices.filter((each) => each.productid !== productid), { productid, pricingid }]);
          }}
          onDenied={() => setNews("denied")}
          onRefused={(error) => {
            const moved = movedOn(error);
            if (moved) void goToHerStep().catch(() => null);
            return moved;
          }}
        />
      )}
      {addons
        .filter(({ productid }) => news !== null || productid !== offer?.product.productid)
        .map((product) => (
          <OfferedCard
            key={product.productid}
            product={product}
            choices={choices}
            offered={addons}
            onChange={onChange}
            why="Why it may help you"
          />
        ))}
    </>
  );
}
