import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { orderActions } from "./order-actions.ts";
import { CardHead } from "#app/ui/layout/card-head.tsx";

/** What the patient can do about an order: update the card, reorder, get the receipt. */
export function OrderActions({ order, subscriptions }: { order: Order; subscriptions: readonly Subscription[] }) {
  const actions = orderActions(order, subscriptions);
  if (actions.length === 0) return null;
  return (
    <Card as="section" tone="tint" gap={1} align="start" aria-labelledby="ways">
      <CardHead id="ways" title="What you can do" />
      {actions.map(({ href, label }) => (
        <Link key={href} standalone href={href}>
          {label}
        </Link>
      ))}
    </Card>
  );
}
