import type { CatalogueProduct } from "#contract/catalogue.ts";
import { toCents } from "#contract/fields/numbers.ts";

type Pricing = CatalogueProduct["pricings"][number];

/** One supply of all products of a plan: they are charged and sent together. */
export interface PlanPricing {
  readonly months: number;
  /** “28 days”, or “3 months” where the boxes differ by some days. */
  readonly label: string;
  readonly cents: number;
  /** What the same days would cost more in the shortest supply. */
  readonly savedCents: number;
}

/** The supplies in which every one of the products comes, shortest first. */
export function planPricings(products: readonly Pick<CatalogueProduct, "pricings">[]): PlanPricing[] {
  const [first] = products;
  if (!first) return [];
  return first.pricings
    .toSorted((a, b) => a.months - b.months)
    .flatMap(({ months }) => {
      const chosen = products.flatMap(({ pricings }) => pricings.filter((each) => each.months === months).slice(0, 1));
      if (chosen.length < products.length) return [];
      const cents = sum(chosen.map(({ price }) => toCents(price)));
      const shortest = sum(products.map((product, index) => centsInShortest(product, chosen[index])));
      return [{ months, label: daysLabel(chosen), cents, savedCents: Math.max(0, shortest - cents) }];
    });
}

/** “Estradiol patch + progesterone capsule”. */
export const planName = (names: readonly string[]): string =>
  names
    .map((name, index) => (index === 0 || /^[A-Z]{2}/.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)))
    .join(" + ");

function daysLabel(chosen: readonly Pricing[]): string {
  const [first] = chosen;
  if (!first) return "";
  if (chosen.every(({ dayssupply }) => dayssupply === first.dayssupply)) return `${first.dayssupply} days`;
  return first.months === 1 ? "1 month" : `${first.months} months`;
}

/** What the days of `supply` cost in the product's shortest supply, in whole boxes of it. */
function centsInShortest({ pricings }: Pick<CatalogueProduct, "pricings">, supply: Pricing | undefined): number {
  const [shortest] = pricings.toSorted((a, b) => a.dayssupply - b.dayssupply);
  if (!shortest || !supply) return 0;
  return toCents(shortest.price) * Math.ceil(supply.dayssupply / shortest.dayssupply);
}

const sum = (cents: readonly number[]): number => cents.reduce((total, each) => total + each, 0);
