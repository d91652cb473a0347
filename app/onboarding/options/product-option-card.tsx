import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { EmergencyText } from "#app/emergency/emergency-text.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { cx } from "#app/ui/cx.ts";
import { Disclosure } from "#app/ui/actions/disclosure.tsx";
import { CheckIcon, PlusIcon } from "#app/ui/brand/base-icons.tsx";
import { formatCents } from "#app/ui/data/price.tsx";
import { ChoiceCards } from "#app/ui/forms/choices/choice-cards.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { everyDays, priceEvery } from "#contract/fields/period.ts";
import { toCents } from "#contract/fields/fields.ts";
import {
  type Choices,
  isChosen,
  chosenPricingId,
  chosenPricing,
  setChosenWithCompanions,
  setPricing,
} from "./product-choices.ts";
import css from "./product-option-card.module.css";

const formatDollars = (amount: number) => formatCents(toCents(amount));
const hsaText = { eligible: "HSA eligible", needs_letter: "HSA with a letter", not_eligible: null } as const;

/** A product: why it fits, what to know about it, its pricings, and the button to choose it. */
export function ProductOptionCard({
  product,
  choices,
  products,
  onChange,
  reasonsHeading,
}: {
  product: CatalogueProduct;
  choices: Choices;
  products: readonly CatalogueProduct[];
  onChange: (choices: Choices) => void;
  /** Heading of the reasons. */
  reasonsHeading: string;
}) {
  const chosen = isChosen(choices, product.productid);
  const currentPricing = chosenPricing(choices, product);
  const hsa = hsaText[product.hsa];
  return (
    <article className={cx(css["card"], chosen && css["chosen"])}>
      <div className={css["picture"]}>
        <img src={product.picture} alt="" width={240} height={240} />
      </div>
      <Stack gap={3} className={css["text"]}>
        <Cluster gap={2} align="normal">
          {product.fit === "recommended" && <StatusBadge tone="accent">Best fit for you</StatusBadge>}
          {product.fit === "required" && <StatusBadge tone="warning">Belongs with estrogen</StatusBadge>}
          {product.prescription && <StatusBadge>Rx</StatusBadge>}
          {hsa && <StatusBadge tone="success">{hsa}</StatusBadge>}
        </Cluster>
        <h2 className={css["name"]}>{product.name}</h2>
        <p className={css["detail"]}>
          {product.form}, {product.strength}
          {currentPricing && ` · ${priceEvery(currentPricing)}`}
        </p>
        <p>{product.description}</p>
        {product.reasons.length > 0 && (
          <div>
            <h3 className={css["why"]}>{reasonsHeading}</h3>
            <Stack as="ul" gap={1} className={css["reasons"]}>
              {product.reasons.map((reason) => (
                <li key={reason}>
                  <CheckIcon />
                  <span>{reason}</span>
                </li>
              ))}
            </Stack>
          </div>
        )}
        {product.notices.length > 0 && (
          <ul className={css["notices"]}>
            {product.notices.map((notice) => (
              <li key={notice}>
                <EmergencyText>{notice}</EmergencyText>
              </li>
            ))}
          </ul>
        )}
        <Disclosure summary="How to use it">
          <p>{product.howtouse}</p>
        </Disclosure>
        {chosen && (
          <ChoiceCards
            label="How much at a time"
            columns
            options={product.pricings.map((pricing) => ({
              value: pricing.pricingid,
              label: `${pricing.label}: ${formatDollars(pricing.price)}`,
              description: everyDays(pricing.dayssupply),
            }))}
            value={chosenPricingId(choices, product)}
            onValueChange={(pricingid) => onChange(setPricing(choices, product.productid, pricingid))}
          />
        )}
        <Button
          variant={chosen ? "secondary" : "primary"}
          aria-pressed={chosen}
          onClick={() => onChange(setChosenWithCompanions(choices, product, !chosen, products))}
        >
          {chosen ? <CheckIcon /> : <PlusIcon />}
          {chosen ? "In your plan" : "Add to my plan"}
          <span className="visually-hidden">: {product.name}</span>
        </Button>
      </Stack>
    </article>
  );
}
