import { Stack } from "#app/ui/layout/stack.tsx";
import type { Output } from "#contract/http/endpoint.ts";
import type { store } from "#contract/cart/calls.ts";
import { formatDollars } from "#app/formats/money.ts";
import { SummaryList } from "#app/ui/data/summary-list.tsx";
import { sumRows } from "../order-summary-rows.ts";
import css from "./order-summary.module.css";

export type Quote = Output<typeof store.computeTax>;

/** Lines, discount, tax, shipping and total, as the server computed them. */
export function OrderSummary({ orderdetail, ordersummary }: Quote) {
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
      <SummaryList rows={sumRows(ordersummary)} />
    </Stack>
  );
}
