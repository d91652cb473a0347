import type { Content } from "#content/load.ts";
import type { SoldProduct } from "./catalogue.ts";
import { partOf } from "./money.ts";

/** A price in cents with the tax of its category where it is shipped to. */
export const taxedCents = (
  { taxrates }: Pick<Content, "taxrates">,
  category: SoldProduct["taxcategory"],
  cents: number,
  shipState: string,
): number => cents + partOf(cents, taxrates.rates[shipState]?.[category] ?? 0);
