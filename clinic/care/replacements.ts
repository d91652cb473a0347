import { formatDollars } from "#app/formats/money.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";

export interface ReplacementOption {
  readonly value: string;
  readonly productid: string;
  readonly pricingid: string;
  readonly label: string;
}

/** Words that two medicines share when they are the same one: “estradiol”, not “cream”. */
const ingredientsOf = (name: string): readonly string[] =>
  name
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length >= 7 && !dosageForms.has(word));
const dosageForms = new Set(["capsule", "vaginal", "arousal"]);

/**
 * What can be prescribed instead of a requested product: first its other strengths and supplies, then other forms of the same medicine. Whether it is one
 * the patient may have, the server says.
 */
export function replacementsFor(
  requested: { readonly productid: string; readonly pricingid: string | null },
  catalogue: readonly CatalogueProduct[],
): readonly ReplacementOption[] {
  const own = catalogue.find(({ productid }) => productid === requested.productid);
  if (!own) return [];
  const ownIngredients = ingredientsOf(own.name);
  const same = catalogue.filter(({ name, prescription }) => prescription && name === own.name);
  const otherForms = catalogue.filter(
    ({ name, prescription }) =>
      prescription && name !== own.name && ingredientsOf(name).some((word) => ownIngredients.includes(word)),
  );
  return [...same, ...otherForms].flatMap(({ productid, name, strength, pricings }) =>
    pricings
      .filter(({ pricingid }) => productid !== requested.productid || pricingid !== requested.pricingid)
      .map(({ pricingid, dayssupply, price }) => ({
        value: `${productid} ${pricingid}`,
        productid,
        pricingid,
        label: `${name} ${strength} · ${dayssupply} days · ${formatDollars(price)}`,
      })),
  );
}
