import type { Order } from "#contract/entities.ts";
import { dollars } from "./money.ts";

export interface SumRow {
  readonly label: string;
  readonly value: string;
  readonly total?: true;
  readonly good?: true;
}

/** The sum of an order from its lines to its total; a discount is left out when there was none. */
export function sumRows({
  subtotal,
  discount,
  couponid,
  taxamount,
  shipping,
  totalamount,
}: Order["summary"]): SumRow[] {
  return [
    { label: "Order Sub-total", value: dollars(subtotal) },
    ...(discount > 0
      ? [
          {
            label: couponid ? `Discount (${couponid})` : "Discount",
            value: `−${dollars(discount)}`,
            good: true as const,
          },
        ]
      : []),
    { label: "Tax", value: dollars(taxamount) },
    { label: "Shipping", value: shipping === 0 ? "Free" : dollars(shipping) },
    { label: "Grand Total", value: dollars(totalamount), total: true },
  ];
}
