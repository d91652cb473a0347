import type { ProductChoice, CatalogueProduct } from "#contract/onboarding.ts";

/** What she takes: a product in one of its supplies. One supply a product. */
export type Choices = readonly ProductChoice[];

export const isChosen = (choices: Choices, productid: string): boolean =>
  choices.some((each) => each.productid === productid);

/** The supply chosen, else the first, which is the shortest. */
export function chosenPricingId(choices: Choices, product: CatalogueProduct): string {
  const chosen = choices.find((each) => each.productid === product.productid)?.pricingid;
  return chosen ?? product.pricings[0]?.pricingid ?? "";
}

/** The supply a press adds, or has added: what the card says is its price. */
export const chosenPricing = (
  choices: Choices,
  product: CatalogueProduct,
): CatalogueProduct["pricings"][number] | undefined =>
  product.pricings.find(({ pricingid }) => pricingid === chosenPricingId(choices, product));

export function setChosen(choices: Choices, product: CatalogueProduct, chosen: boolean): Choices {
  const rest = choices.filter((each) => each.productid !== product.productid);
  return chosen ? [...rest, { productid: product.productid, pricingid: chosenPricingId(choices, product) }] : rest;
}

/** As `setChosen`, and what must be taken with it comes along, and leaves when nothing needs it any more. */
export function setChosenWithCompanions(
  choices: Choices,
  product: CatalogueProduct,
  chosen: boolean,
  products: readonly CatalogueProduct[],
): Choices {
  const changed = chosen && isChosen(choices, product.productid) ? choices : setChosen(choices, product, chosen);
  if (chosen) {
    const { needs = [] } = product;
    const companion = products.find(({ productid }) => productid === needs[0]);
    if (!companion || needs.some((each) => isChosen(changed, each))) return changed;
    return setChosen(changed, companion, true);
  }
  const requiredIds = products
    .filter(({ productid }) => isChosen(changed, productid))
    .flatMap(({ needs = [] }) => needs);
  return changed.filter(({ productid }) => {
    const stays =
      products.find((each) => each.productid === productid)?.fit !== "required" || requiredIds.includes(productid);
    return stays || !(product.needs ?? []).includes(productid);
  });
}

export const setPricing = (choices: Choices, productid: string, pricingid: string): Choices =>
  choices.map((each) => (each.productid === productid ? { productid, pricingid } : each));

/** The choices with what they must not be without: answers given since may ask for it. */
export const addRequired = (choices: Choices, products: readonly CatalogueProduct[]): Choices =>
  products
    .filter(({ productid }) => isChosen(choices, productid))
    .reduce((result, product) => setChosenWithCompanions(result, product, true, products), choices);

/** Choices of products still offered in supplies still sold; others cannot be kept. */
export const dropUnavailable = (choices: Choices, products: readonly CatalogueProduct[]): Choices =>
  choices.filter(({ productid, pricingid }) =>
    products.some(
      (product) => product.productid === productid && product.pricings.some((each) => each.pricingid === pricingid),
    ),
  );

/** Recommended first, then what belongs to it, then the rest; within each the server's order. */
export function sortByFit(products: readonly CatalogueProduct[]): CatalogueProduct[] {
  const rank = { recommended: 0, required: 1, suitable: 2 } as const;
  return products.toSorted((a, b) => rank[a.fit] - rank[b.fit]);
}

/** The required products she has not chosen, while she has chosen something. */
export const missingRequired = (choices: Choices, products: readonly CatalogueProduct[]): CatalogueProduct[] =>
  products.filter((product) => product.fit === "required" && !isChosen(choices, product.productid));

/** Forms of treatment on offer, each once, in the order of the offer. */
export const dosageForms = (products: readonly CatalogueProduct[]): string[] => [
  ...new Set(products.map(({ form }) => form)),
];
