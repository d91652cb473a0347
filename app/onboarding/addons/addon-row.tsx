import { planPricings } from "#app/catalogue/plan/plan-pricings.ts";
import { shortCents } from "#app/formats/money.ts";
import { ProductRow } from "#app/catalogue/plan/product-row.tsx";
import { DaysSupplySwitch } from "#app/catalogue/plan/days-supply-switch.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { CheckIcon, PlusIcon } from "#app/ui/brand/base-icons.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toCents } from "#contract/fields/numbers.ts";
import { type Choices, chosenPricing, isChosen, setChosen, setDaysSupply } from "../options/product-choices.ts";
import { ProductFacts } from "../options/product-facts.tsx";

/** An add-on as a row that opens to the full card: added with one press, and taken off with another. */
export function AddonRow({
  product,
  choices,
  onChange,
}: {
  product: CatalogueProduct;
  choices: Choices;
  onChange: (choices: Choices) => void;
}) {
  const chosen = isChosen(choices, product.productid);
  const pricing = chosenPricing(choices, product);
  return (
    <ProductRow
      picture={product.picture}
      name={product.name}
      detail={chosen ? "In your plan" : (product.reasons[0] ?? `${product.form}, ${product.strength}`)}
      price={pricing && shortCents(toCents(pricing.price))}
    >
      <ProductFacts product={product} offered={{ pricing }} reasonsHeading="Why it may help you">
        {chosen && (
          <DaysSupplySwitch
            pricings={planPricings([product])}
            months={pricing?.months ?? null}
            onChange={(months) => onChange(setDaysSupply(choices, [product], months))}
          />
        )}
        <Button
          key="choose"
          variant={chosen ? "secondary" : "primary"}
          aria-pressed={chosen}
          onClick={() => onChange(setChosen(choices, product, !chosen))}
        >
          {chosen ? <CheckIcon /> : <PlusIcon />}
          {chosen ? "In your plan" : "Add to my plan"}
          <span className="visually-hidden">: {product.name}</span>
        </Button>
      </ProductFacts>
    </ProductRow>
  );
}
