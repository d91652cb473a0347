import type { Content } from "#content/loader/load.ts";
import type { OrderedProduct } from "#server/catalogue/catalogue.ts";
import { basisPointsOf } from "#server/orders/pricing/money.ts";

/** A price in cents with its category's tax in the state it is shipped to. */
export const taxedCents = (
  { taxrates }: Pick<Content, "taxrates">,
  category: OrderedProduct["taxcategory"],
  cents: number,
  shipState: string,
): number => cents + basisPointsOf(cents, taxrates.rates[shipState]?.[category] ?? 0);
