import { Stack } from "#app/ui/layout/stack.tsx";
import { toCents } from "#contract/fields/fields.ts";
import type { Output } from "#contract/http/endpoint.ts";
import type { store } from "#contract/cart/calls.ts";
import { formatCents } from "#app/ui/data/price.tsx";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import css from "./order-summary.module.css";

export type Quote = Output<typeof store.computeTax>;

const formatDollars = (dollars: number) => formatCents(toCents(dollars));

/** Lines, discount, tax, shipping and total, as the server computed them. */
export function OrderSummary({ orderdetail, ordersummary }: Quote) {
  const { subtotal, discount, taxamount, shipping, totalamount, discountfrom } = ordersummary;
  return (
    <Stack gap={4}>
      <Stack as="ul" gap={3}>
        {orderdetail.map((line) => (
          <li key={line.pricingid} className={css["line"]}>
            <img src={line.image} alt="" width={64} height={64} />
            <div>
              <p className={css["name"]}>{line.name}</p>
              <p className={css["detail"]}>
                {[line.dosage, `${line.dayssupply} days`, line.quantity > 1 && `${line.quantity} ×`]
                  .filter(Boolean)
                  .join(" · ")}
              </p>
            </div>
            <span className={css["price"]}>{formatDollars(line.price * line.quantity)}</span>
          </li>
        ))}
      </Stack>
      <SummaryList
        rows={[
          { label: "Order Sub-total", value: formatDollars(subtotal) },
          ...(discount > 0
            ? [
                {
                  label: discountfrom ? `Discount (${discountfrom})` : "Discount",
                  value: `−${formatDollars(discount)}`,
                  highlight: true,
                },
              ]
            : []),
          { label: "Tax", value: formatDollars(taxamount) },
          { label: "Shipping", value: shipping === 0 ? "Free" : formatDollars(shipping) },
          { label: "Grand Total", value: formatDollars(totalamount), total: true },
        ]}
      />
    </Stack>
  );
}
