import type { OfferedProduct } from "#contract/onboarding.ts";
import { everyDays } from "#contract/period.ts";

/** A product with all its strengths; they share name, picture and texts. */
export interface Family {
  readonly slug: string;
  readonly first: OfferedProduct;
  readonly strengths: readonly OfferedProduct[];
}

export interface Shelf {
  readonly id: ShelfId;
  readonly title: string;
  readonly text: string;
  readonly families: readonly Family[];
}

const shelves = [
  {
    id: "hormones",
    title: "Hormone therapy",
    text: "Prescribed by your doctor after your visit, in the form you like best.",
    forms: ["Patch", "Tablet", "Capsule", "Body cream"],
  },
  {
    id: "intimate",
    title: "Intimate care",
    text: "Used right where it is needed. Your doctor helps you choose.",
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

export type ShelfId = (typeof shelves)[number]["id"];

/** Last part of a product's address. */
export const slugOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

/** The catalogue by name, in its order. */
export function familiesOf(products: readonly OfferedProduct[]): readonly Family[] {
  return [...Map.groupBy(products, ({ name }) => name)].flatMap(([name, strengths]) =>
    strengths[0] ? [{ slug: slugOf(name), first: strengths[0], strengths }] : [],
  );
}

/** The catalogue on its shelves, by form; a form no shelf knows goes to the last one. Empty shelves are left out. */
export function shelvesOf(products: readonly OfferedProduct[]): readonly Shelf[] {
  const families = familiesOf(products);
  const shelfOf = (form: string) =>
    shelves.find(({ forms }) => (forms as readonly string[]).includes(form))?.id ?? "more";
  return shelves
    .map(({ id, title, text }) => ({
      id,
      title,
      text,
      families: families.filter(({ first }) => shelfOf(first.form) === id),
    }))
    .filter((shelf) => shelf.families.length > 0);
}

/** The supply a product is bought in first: what its page begins with, and what its card names the price of. */
export const firstSupply = ({ first }: Family): OfferedProduct["pricings"][number] | undefined => first.pricings[0];

/** Whether other strengths begin at a higher price than the one the card names. */
export const startsDearer = ({ first, strengths }: Family): boolean =>
  strengths.some(({ pricings }) => (pricings[0]?.price ?? 0) > (first.pricings[0]?.price ?? 0));

/** How often it is charged, or, where it is ordered once, how long it lasts: “every 28 days”, “for 30 days”. */
export const everyText = ({ prescription }: Pick<OfferedProduct, "prescription">, dayssupply: number): string =>
  prescription ? everyDays(dayssupply) : `for ${dayssupply} days`;

/** “$59” or “$5.67”. */
export const dollars = (amount: number): string => (Number.isInteger(amount) ? `$${amount}` : `$${amount.toFixed(2)}`);
