import { formatCents, toCents } from "#contract/fields/numbers.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Quote } from "#app/orders/checkout/order-summary.tsx";
import { everyDays } from "#contract/fields/period.ts";
import css from "./when-charged.module.css";

/** What is charged, and when, in plain words. */
export function WhenCharged({ quote: { orderdetail, ordersummary } }: { quote: Quote }) {
  const formatDollars = (amount: number) => formatCents(toCents(amount));
  return (
    <Stack as="section" gap={3} className={css["plain"]} aria-labelledby="charged">
      <h3 id="charged">
        Held today: {formatDollars(ordersummary.totalamount)}. Charged only when your doctor approves.
      </h3>
      <p>If your doctor doesn’t approve, the hold ends and you pay nothing.</p>
      <div>
        <p className={css["after"]}>After that</p>
        <p>
          {orderdetail.map((line) => (
            <span key={line.pricingid} className={css["line"]}>
              {line.name}: {formatDollars(line.price)} plus tax {everyDays(line.dayssupply * line.quantity)}.
            </span>
          ))}
        </p>
        <p>
          Your first box counts from the day it arrives, and each new one comes before you run out. We’ll email you 5
          days before each charge. Skip, pause or cancel at any time.
        </p>
      </div>
    </Stack>
  );
}
