import { Stack } from "#app/ui/layout/stack.tsx";
import type { Quote } from "#app/orders/checkout/order-summary.tsx";
import { formatCents } from "#app/ui/data/price.tsx";
import { everyDays } from "#contract/fields/period.ts";
import { toCents } from "#contract/fields/fields.ts";
import css from "./when-charged.module.css";

/** What is charged, and when, in plain words. */
export function WhenCharged({ quote: { orderdetail, ordersummary } }: { quote: Quote }) {
  const formatDollars = (amount: number) => formatCents(toCents(amount));
  return (
    <Stack as="section" gap={3} className={css["plain"]} aria-labelledby="charged">
      <h3 id="charged">What is charged, and when</h3>
      <dl>
        <div>
          <dt>Today</dt>
          <dd>
            We only hold <strong>{formatDollars(ordersummary.totalamount)}</strong> on your card. Nothing is charged
            yet.
          </dd>
        </div>
        <div>
          <dt>When your doctor approves</dt>
          <dd>We charge it and send your order. If your doctor does not approve, the hold ends and you pay nothing.</dd>
        </div>
        <div>
          <dt>After that</dt>
          <dd>
            {orderdetail.map((line) => (
              <span key={line.pricingid} className={css["line"]}>
                {line.name}: {formatDollars(line.price)} plus tax {everyDays(line.dayssupply * line.quantity)}.
              </span>
            ))}{" "}
            Your first box counts from the day it arrives, and each next one comes before the last one is used up. We
            write to you 5 days before each charge. Skip, pause or cancel at any time.
          </dd>
        </div>
      </dl>
    </Stack>
  );
}
