import { Cluster } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import type { Order } from "#contract/orders/orders.ts";
import { formatDollars } from "#app/formats/money.ts";
import css from "./ordered-items.module.css";

/** The ordered items with the names and prices at the time of the order. */
export function OrderedItems({ lines }: { lines: Order["detail"] }) {
  return (
    <Stack as="ul" gap={4}>
      {lines.map((line) => (
        <Cluster key={line.pricingid} as="li" align="top">
          <div className={css["picture"]}>
            <img src={line.image} alt="" width={48} height={48} />
          </div>
          <div className={css["text"]}>
            <p className={css["name"]}>{line.name}</p>
            {line.cancelled && <p className={css["cancelled"]}>Canceled. You'll get your money back</p>}
            <p className={css["muted"]}>
              {line.dosage} · {line.quantity > 1 && `Quantity ${line.quantity} · `}
              Lasts {line.dayssupply} days
            </p>
          </div>
          <p className={css["price"]}>{formatDollars(line.price * line.quantity)}</p>
        </Cluster>
      ))}
    </Stack>
  );
}
