import type { CatalogueProduct } from "#contract/catalogue.ts";
import { everyDays } from "#contract/fields/period.ts";

/** A product with all its strengths; they share name, picture and texts. */
export interface Family {
  readonly slug: string;
  readonly first: CatalogueProduct;
  readonly strengths: readonly CatalogueProduct[];
}

export interface ProductGroup {
  readonly id: ProductGroupId;
  readonly title: string;
  readonly text: string;
  readonly families: readonly Family[];
}

const productGroups = [
  {
    id: "hormones",
    title: "Hormone therapy",
    text: "Prescribed by your doctor after your visit, in the form you like best.",
    forms: ["Patch", "Tablet", "Capsule", "Body cream"],
  },
  {
    id: "intimate",
    title: "Intimate care",
    text: "Used right where you need it. Your doctor will help you choose.",
    forms: ["Vaginal cream or insert", "Vaginal cream", "Vaginal insert", "Arousal cream"],
  },
  {
    id: "skin",
    title: "Skin and hair",
    text: "For face, body and scalp.",
    forms: ["Face cream", "Serum", "Lotion"],
  },
  {
    id: "supplements",
    title: "Supplements",
    text: "Small helpers for every day. No prescription.",
    forms: ["Supplement"],
  },
  { id: "more", title: "More", text: "Everything else we offer.", forms: [] },
] as const;

export type ProductGroupId = (typeof productGroups)[number]["id"];

/** Last segment of a product's address. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The catalogue by name, in its order. */
export function familiesOf(products: readonly CatalogueProduct[]): readonly Family[] {
  return [...Map.groupBy(products, ({ name }) => name)].flatMap(([name, strengths]) =>
    strengths[0] ? [{ slug: slugOf(name), first: strengths[0], strengths }] : [],
  );
}

/** The catalogue in groups, by form; an unknown form goes to the last group. Empty groups are left out. */
export function productGroupsOf(products: readonly CatalogueProduct[]): readonly ProductGroup[] {
  const families = familiesOf(products);
  const groupIdOf = (form: string) =>
    productGroups.find(({ forms }) => (forms as readonly string[]).includes(form))?.id ?? "more";
  return productGroups
    .map(({ id, title, text }) => ({
      id,
      title,
      text,
      families: families.filter(({ first }) => groupIdOf(first.form) === id),
    }))
    .filter((group) => group.families.length > 0);
}

/** The pricing a product starts with: the initial choice of its page, and the price on its card. */
export const firstPricing = ({ first }: Family): CatalogueProduct["pricings"][number] | undefined => first.pricings[0];

/** The cheapest box among the prices their cards show. */
export const lowestPricing = (families: readonly Family[]): CatalogueProduct["pricings"][number] | undefined =>
  families
    .flatMap((family) => firstPricing(family) ?? [])
    .reduce<CatalogueProduct["pricings"][number] | undefined>(
      (lowest, pricing) => (lowest && lowest.price <= pricing.price ? lowest : pricing),
      undefined,
    );

/** Whether other strengths start at a higher price than the one on the card. */
export const hasDearerStrengths = ({ first, strengths }: Family): boolean =>
  strengths.some(({ pricings }) => (pricings[0]?.price ?? 0) > (first.pricings[0]?.price ?? 0));

/** The interval of charges, or, where it is ordered once, how long it lasts: “every 28 days”, “for 30 days”. */
export const periodText = ({ prescription }: Pick<CatalogueProduct, "prescription">, dayssupply: number): string =>
  prescription ? everyDays(dayssupply) : `for ${dayssupply} days`;

/** “$59” or “$5.67”. */
export const dollars = (amount: number): string => (Number.isInteger(amount) ? `$${amount}` : `$${amount.toFixed(2)}`);
