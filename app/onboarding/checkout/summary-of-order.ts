import { formatCents, toCents } from "#contract/fields/numbers.ts";
import { formatDollars } from "#app/formats/money.ts";
import type { Quote } from "#app/orders/checkout/order-summary.tsx";
import { sumRows } from "#app/orders/order-summary-rows.ts";
import type { ChosenPlan } from "#contract/onboarding/options.ts";
import { chosenItems, rowsBeforeTax, type SummaryItem, type SummaryRow } from "../plan/plan-summary.tsx";

export interface OrderInSummary {
  readonly items: readonly SummaryItem[];
  readonly rows: readonly SummaryRow[];
  /** As an amount, before tax where the address is not known yet. */
  readonly total: string;
}

/** The order with tax and discount, as the server computed them. */
export function quotedOrder({ orderdetail, ordersummary }: Quote): OrderInSummary {
  const items = orderdetail.map(({ pricingid: id, name, dosage, dayssupply, image: picture, price, quantity }) => ({
    id,
    name,
    picture,
    detail: [dosage, `${dayssupply} days`, quantity > 1 && `${quantity} ×`].filter(Boolean).join(" · "),
    price: price * quantity,
  }));
  return { items, rows: sumRows(ordersummary), total: formatDollars(ordersummary.totalamount) };
}

/** The order before its address is known: the products and their prices. */
export function unquotedOrder(plan: ChosenPlan | null): OrderInSummary {
  const cents = toCents(plan?.subtotal ?? 0);
  return { items: chosenItems(plan), rows: rowsBeforeTax(cents), total: formatCents(cents) };
}
