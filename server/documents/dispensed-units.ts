import type { Content } from "#content/loader/load.ts";
import type { DispensingUnit } from "#content/schema/catalogue.ts";
import { formatNumber } from "#contract/fields/numbers.ts";

/** How much of a line was dispensed: `24 patch`; in packs for a product the catalogue does not have. */
export interface Units {
  readonly value: number;
  readonly unit: DispensingUnit | "pack";
}

interface PackLine {
  readonly product_id: string;
  readonly pricing_id: string;
  readonly quantity: number;
}

/** An order line stores only its number of packs; the content of a pack is looked up by its pricing. */
export function dispensedUnits({ catalogue }: Pick<Content, "catalogue">, line: PackLine): Units {
  const pricing = catalogue.products
    .find(({ productid }) => productid === line.product_id)
    ?.pricings.find(({ pricingid }) => pricingid === line.pricing_id);
  return pricing
    ? { value: line.quantity * pricing.unitsdispensed, unit: pricing.unit }
    : { value: line.quantity, unit: "pack" };
}

const plurals: Readonly<Record<Units["unit"], string>> = {
  patch: "patches",
  tablet: "tablets",
  capsule: "capsules",
  softgel: "softgels",
  insert: "inserts",
  bottle: "bottles",
  pack: "packs",
  g: "g",
  mL: "mL",
};

/** `24 patches`, `1 bottle`, `42.5 g`. */
export const unitsText = ({ value, unit }: Units): string =>
  `${formatNumber(value)} ${value === 1 ? unit : plurals[unit]}`;
