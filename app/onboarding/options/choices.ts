import type { Choice, OfferedProduct } from "#contract/onboarding.ts";

/** What she takes: a product in one of its supplies. One supply a product. */
export type Choices = readonly Choice[];

export const isChosen = (choices: Choices, productid: string): boolean =>
  choices.some((each) => each.productid === productid);

/** The supply chosen, else the first, which is the shortest. */
export function pricingOf(choices: Choices, product: OfferedProduct): string {
  const chosen = choices.find((each) => each.productid === product.productid)?.pricingid;
  return chosen ?? product.pricings[0]?.pricingid ?? "";
}

/** The supply a press adds, or has added: what the card says is its price. */
export const supplyOf = (choices: Choices, product: OfferedProduct): OfferedProduct["pricings"][number] | undefined =>
  product.pricings.find(({ pricingid }) => pricingid === pricingOf(choices, product));

export function withProduct(choices: Choices, product: OfferedProduct, wanted: boolean): Choices {
  const rest = choices.filter((each) => each.productid !== product.productid);
  return wanted ? [...rest, { productid: product.productid, pricingid: pricingOf(choices, product) }] : rest;
}

/** As `withProduct`, and what must be taken with it comes along, and leaves when nothing needs it any more. */
export function withCompanions(
  choices: Choices,
  product: OfferedProduct,
  wanted: boolean,
  offered: readonly OfferedProduct[],
): Choices {
  const changed = wanted && isChosen(choices, product.productid) ? choices : withProduct(choices, product, wanted);
  if (wanted) {
    const { needs = [] } = product;
    const companion = offered.find(({ productid }) => productid === needs[0]);
    if (!companion || needs.some((each) => isChosen(changed, each))) return changed;
    return withProduct(changed, companion, true);
  }
  const needed = offered.filter(({ productid }) => isChosen(changed, productid)).flatMap(({ needs = [] }) => needs);
  return changed.filter(({ productid }) => {
    const stays =
      offered.find((each) => each.productid === productid)?.fit !== "required" || needed.includes(productid);
    return stays || !(product.needs ?? []).includes(productid);
  });
}

export const withPricing = (choices: Choices, productid: string, pricingid: string): Choices =>
  choices.map((each) => (each.productid === productid ? { productid, pricingid } : each));

/** The choices with what they must not be without: answers given since may ask for it. */
export const withNeeded = (choices: Choices, offered: readonly OfferedProduct[]): Choices =>
  offered
    .filter(({ productid }) => isChosen(choices, productid))
    .reduce((kept, product) => withCompanions(kept, product, true, offered), choices);

/** Choices of products still offered in supplies still sold; others cannot be kept. */
export const stillOffered = (choices: Choices, offered: readonly OfferedProduct[]): Choices =>
  choices.filter(({ productid, pricingid }) =>
    offered.some(
      (product) => product.productid === productid && product.pricings.some((each) => each.pricingid === pricingid),
    ),
  );

/** Recommended first, then what belongs to it, then the rest; within each the server's order. */
export function inOrder(products: readonly OfferedProduct[]): OfferedProduct[] {
  const rank = { recommended: 0, required: 1, suitable: 2 } as const;
  return products.toSorted((a, b) => rank[a.fit] - rank[b.fit]);
}

/** The required products she has not chosen, while she has chosen something. */
export const missingRequired = (choices: Choices, products: readonly OfferedProduct[]): OfferedProduct[] =>
  products.filter((product) => product.fit === "required" && !isChosen(choices, product.productid));

/** Forms of treatment on offer, each once, in the order of the offer. */
export const formsOf = (products: readonly OfferedProduct[]): string[] => [
  ...new Set(products.map(({ form }) => form)),
];
