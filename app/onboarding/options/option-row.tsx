import { ProductRow } from "#app/catalogue/plan/product-row.tsx";
import { planName } from "#app/catalogue/plan/plan-pricings.ts";
import { shortCents } from "#app/formats/money.ts";
import { Button } from "#app/ui/actions/button.tsx";
import { PlusIcon } from "#app/ui/brand/base-icons.tsx";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toCents } from "#contract/fields/fields.ts";
import { type Choices, chosenPricing, putInPlan, replacedBy } from "./product-choices.ts";
import { ProductFacts } from "./product-facts.tsx";

/** A product that is not in the plan: a row that opens to the full card, with the button that adds it or swaps it in. */
export function OptionRow({
  product,
  choices,
  products,
  onChange,
}: {
  product: CatalogueProduct;
  choices: Choices;
  products: readonly CatalogueProduct[];
  onChange: (choices: Choices, product: CatalogueProduct) => void;
}) {
  const pricing = chosenPricing(choices, product);
  const replaced = replacedBy(choices, product, products);
  return (
    <ProductRow
      picture={product.picture}
      name={product.name}
      detail={pricing && `${shortCents(toCents(pricing.price))} for ${pricing.dayssupply} days`}
    >
      <ProductFacts product={product} offered={{ pricing }}>
        {replaced.length > 0 && <p>It takes the place of: {planName(replaced.map(({ name }) => name))}.</p>}
        <Button onClick={() => onChange(putInPlan(choices, product, products), product)}>
          {replaced.length === 0 && <PlusIcon />}
          {replaced.length === 0 ? "Add to my plan" : "Swap it into my plan"}
          <span className="visually-hidden">: {product.name}</span>
        </Button>
      </ProductFacts>
    </ProductRow>
  );
}
