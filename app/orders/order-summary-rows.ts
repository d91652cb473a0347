import type { Order } from "#contract/orders/orders.ts";
import { formatDollars } from "#app/formats/money.ts";

export interface SumRow {
  readonly label: string;
  readonly value: string;
  readonly total?: true;
  readonly highlight?: true;
}

/** What an order comes to, lines to total; a discount of nothing is left out. */
export function sumRows({
  subtotal,
  discount,
  discountfrom,
  taxamount,
  shipping,
  totalamount,
}: Order["summary"]): SumRow[] {
  return [
    { label: "Order Sub-total", value: formatDollars(subtotal) },
    ...(discount > 0
      ? [
          {
            label: discountfrom ? `Discount (${discountfrom})` : "Discount",
            value: `−${formatDollars(discount)}`,
            highlight: true as const,
          },
        ]
      : []),
    { label: "Tax", value: formatDollars(taxamount) },
    { label: "Shipping", value: shipping === 0 ? "Free" : formatDollars(shipping) },
    { label: "Grand Total", value: formatDollars(totalamount), total: true },
  ];
}

/** The summary rows of an order, lines to total; discount and refund are left out if zero. */
export const orderSummaryRows = ({ summary, refunded }: Pick<Order, "summary" | "refunded">): SumRow[] => [
  ...sumRows(summary),
  ...(refunded > 0 ? [{ label: "Refunded to you", value: formatDollars(refunded), highlight: true as const }] : []),
];
