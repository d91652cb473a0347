import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { CardHead } from "#app/ui/data/card-head.tsx";

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

/** Statuses in which the patient was charged, so that there is a receipt. */
const chargedStatuses: readonly Order["status"][] = ["paid", "shipped", "delivered", "refunded"];

/** What the patient can do about an order, most useful first. */
export function orderActions(
  { id, status }: Pick<Order, "id" | "status">,
  subscriptions: readonly Subscription[],
): readonly { readonly href: string; readonly label: string }[] {
  const subscriptionsOfOrder = subscriptions.filter(({ prescriptionorders }) =>
    prescriptionorders.some(({ orderid }) => orderid === id),
  );
  return [
    ...(status === "failed" ? [{ href: "/account-settings/billing-details", label: "Update your card" }] : []),
    ...subscriptionsOfOrder.map((subscription) => ({
      href: `/subscription/${subscription.id}`,
      label: `${subscription.state.manage}: ${subscription.item.name}`,
    })),
    ...(chargedStatuses.includes(status)
      ? [{ href: "/insurance-documents", label: "Get a receipt for your HSA or FSA" }]
      : []),
  ];
}
