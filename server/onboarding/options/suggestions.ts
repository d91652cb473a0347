import type { ProductChoice } from "#contract/onboarding/options.ts";
import type { TreatmentOption, TreatmentOptions } from "../rules/treatment-options.ts";

const mostAddons = 2;

/**
 * Where the patient's plan starts: the best of the treatments the answers recommend, with one of what must be taken with it, each in its shortest
 * supply. Further treatments are for the patient to add. Empty where the answers recommend none, as before the questions.
 */
export function suggestedPlan({ products }: Pick<TreatmentOptions, "products">): ProductChoice[] {
  const best = products.find(({ fit }) => fit === "recommended");
  if (!best) return [];
  const companion = products.find(({ product }) => best.needs.includes(product.productid));
  return [best, ...(companion ? [companion] : [])].flatMap(shortestPricing);
}

/** The ids of the add-ons that the answers speak for, best first, few enough to be read. */
export const suggestedAddons = ({ addons }: Pick<TreatmentOptions, "addons">): string[] =>
  addons
    .filter(({ reasons }) => reasons.length > 0)
    .slice(0, mostAddons)
    .map(({ product }) => product.productid);

function shortestPricing({ product: { productid, pricings } }: TreatmentOption): ProductChoice[] {
  const [shortest] = pricings.toSorted((a, b) => a.dayssupply - b.dayssupply);
  return shortest ? [{ productid, pricingid: shortest.pricingid }] : [];
}
