import type { ProductChoice } from "#contract/onboarding/options.ts";
import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toCents } from "#contract/fields/numbers.ts";

/** The chosen products, each with one pricing (days' supply). */
export type Choices = readonly ProductChoice[];

export const isChosen = (choices: Choices, productid: string): boolean =>
  choices.some((each) => each.productid === productid);

/** The chosen pricing, else the first, which is the shortest. */
export function chosenPricingId(choices: Choices, product: CatalogueProduct): string {
  const chosen = choices.find((each) => each.productid === product.productid)?.pricingid;
  return chosen ?? product.pricings[0]?.pricingid ?? "";
}

/** The pricing a press adds, or has added; the card shows its price. */
export const chosenPricing = (
  choices: Choices,
  product: CatalogueProduct,
): CatalogueProduct["pricings"][number] | undefined =>
  product.pricings.find(({ pricingid }) => pricingid === chosenPricingId(choices, product));

export function setChosen(choices: Choices, product: CatalogueProduct, chosen: boolean): Choices {
  const rest = choices.filter((each) => each.productid !== product.productid);
  return chosen ? [...rest, { productid: product.productid, pricingid: chosenPricingId(choices, product) }] : rest;
}

/**
 * Like `setChosen`, and also adds the product that must be taken with it, in the same supply, or removes it when nothing else needs it.
 */
export function setChosenWithCompanions(
  choices: Choices,
  product: CatalogueProduct,
  chosen: boolean,
  products: readonly CatalogueProduct[],
): Choices {
  const changed = chosen && isChosen(choices, product.productid) ? choices : setChosen(choices, product, chosen);
  if (chosen) {
    const { requiresoneof = [] } = product;
    const companion = products.find(({ productid }) => productid === requiresoneof[0]);
    if (!companion || requiresoneof.some((each) => isChosen(changed, each))) return changed;
    const months = chosenPricing(changed, product)?.months;
    const added = setChosen([], companion, true);
    return [...changed, ...(months === undefined ? added : setDaysSupply(added, products, months))];
  }
  const requiredIds = products
    .filter(({ productid }) => isChosen(changed, productid))
    .flatMap(({ requiresoneof = [] }) => requiresoneof);
  return changed.filter(({ productid }) => {
    const stays =
      products.find((each) => each.productid === productid)?.fit !== "required" || requiredIds.includes(productid);
    return stays || !(product.requiresoneof ?? []).includes(productid);
  });
}

/** The chosen products as a plan lists them: best fit first, then what they require. */
export const productsInPlan = (choices: Choices, products: readonly CatalogueProduct[]): CatalogueProduct[] =>
  sortByFit(products)
    .filter(({ productid }) => isChosen(choices, productid))
    .toSorted((a, b) => Number(a.fit === "required") - Number(b.fit === "required"));

/** What of the plan gives way to the product: those with the same hormone. */
export const replacedBy = (
  choices: Choices,
  { replaces = [] }: CatalogueProduct,
  products: readonly CatalogueProduct[],
): CatalogueProduct[] => productsInPlan(choices, products).filter(({ productid }) => replaces.includes(productid));

/** Adds the product with what it requires, in place of those with the same hormone, in the supply of the plan. */
export function putInPlan(choices: Choices, product: CatalogueProduct, products: readonly CatalogueProduct[]): Choices {
  const months = planMonths(choices, products);
  const others = replacedBy(choices, product, products).reduce(
    (rest, replaced) => setChosenWithCompanions(rest, replaced, false, products),
    choices,
  );
  const added = setChosenWithCompanions(others, product, true, products);
  return months === null ? added : setDaysSupply(added, products, months);
}

/** Gives all products of the plan the supply of so many months, where they come in it. */
export const setDaysSupply = (choices: Choices, products: readonly CatalogueProduct[], months: number): Choices =>
  choices.map((choice) => {
    const { pricings = [] } = products.find(({ productid }) => productid === choice.productid) ?? {};
    const pricingid = pricings.find((each) => each.months === months)?.pricingid;
    return pricingid === undefined ? choice : { ...choice, pricingid };
  });

/** The months of supply all products of the plan have; null where they differ, or nothing is chosen. */
export function planMonths(choices: Choices, products: readonly CatalogueProduct[]): number | null {
  const [first, ...others] = productsInPlan(choices, products).map((each) => chosenPricing(choices, each)?.months);
  return first !== undefined && others.every((months) => months === first) ? first : null;
}

/** What the choices cost, before discount and tax. */
export const planCents = (choices: Choices, products: readonly CatalogueProduct[]): number =>
  products
    .filter(({ productid }) => isChosen(choices, productid))
    .reduce((cents, product) => cents + toCents(chosenPricing(choices, product)?.price ?? 0), 0);

/** Adds required companions to the choices: later answers may have made them necessary. */
export const addRequired = (choices: Choices, products: readonly CatalogueProduct[]): Choices =>
  products
    .filter(({ productid }) => isChosen(choices, productid))
    .reduce((result, product) => setChosenWithCompanions(result, product, true, products), choices);

/** Choices whose product and pricing are still offered. */
export const dropUnavailable = (choices: Choices, products: readonly CatalogueProduct[]): Choices =>
  choices.filter(({ productid, pricingid }) =>
    products.some(
      (product) => product.productid === productid && product.pricings.some((each) => each.pricingid === pricingid),
    ),
  );

/** Recommended products first, then required, then the rest; each in the server's order. */
export function sortByFit(products: readonly CatalogueProduct[]): CatalogueProduct[] {
  const rank = { recommended: 0, required: 1, suitable: 2 } as const;
  return products.toSorted((a, b) => rank[a.fit] - rank[b.fit]);
}

/** The required products the patient has not chosen. */
export const missingRequired = (choices: Choices, products: readonly CatalogueProduct[]): CatalogueProduct[] =>
  products.filter((product) => product.fit === "required" && !isChosen(choices, product.productid));
