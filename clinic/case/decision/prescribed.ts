import type { CatalogueProduct } from "#contract/catalogue.ts";
import type { Order } from "#contract/orders/orders.ts";
import type { PlanItem } from "#contract/treatment/plan.ts";
import { choiceOf, type Decision } from "./decision.ts";

/** What an approval prescribes of one requested product, as it is shown and sent: a field nobody wrote in has the catalogue's. */
export interface Prescribed {
  /** With its strength. */
  readonly name: string;
  /** "1 × 28 days": what one fill is. */
  readonly quantity: string;
  readonly directions: string;
  /** As it is typed. */
  readonly refills: string;
}

/** What a decision prescribes of a requested product; null where it prescribes nothing of it, or the catalogue doesn't say yet. */
export function prescribedOf(
  decision: Decision,
  item: Pick<PlanItem, "productid" | "prescription">,
  lines: Order["detail"],
  catalogue: readonly CatalogueProduct[],
): Prescribed | null {
  const { productid } = item;
  const choice = choiceOf(decision, productid);
  const line = lines.find((each) => each.productid === productid);
  if (!item.prescription || !line || choice.kind === "leave_out") return null;
  const chosen = choice.kind === "replace" ? choice : line;
  const product = catalogue.find((each) => each.productid === chosen.productid);
  const pricing = product?.pricings.find(({ pricingid }) => pricingid === chosen.pricingid);
  if (!product || !pricing) return null;
  const draft = decision.prescribed[productid] ?? {};
  return {
    name: `${product.name} ${product.strength}`.trim(),
    quantity: `${line.quantity} × ${pricing.dayssupply} days`,
    directions: draft.directions ?? product.howtouse,
    refills: draft.refills ?? String(pricing.refills),
  };
}

/** How often it is filled, and for how long that lasts, in words. */
export const fillsText = ({ quantity, refills }: Prescribed): string =>
  `${quantity}, ${refills.trim() === "1" ? "1 refill" : `${refills.trim()} refills`}`;
