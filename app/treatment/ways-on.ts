import type { Order, Subscription } from "#contract/entities.ts";

/** States in which money of hers was taken, so that a receipt shows it. */
const chargedStatuses: readonly Order["status"][] = ["paid", "shipped", "delivered", "refunded"];

/** Where an order leads on, most useful first. */
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
      label: `${subscriptionActionLabel(subscription)} ${subscription.item.name}`,
    })),
    ...(chargedStatuses.includes(status)
      ? [{ href: "/insurance-documents", label: "Get a receipt for your HSA or FSA" }]
      : []),
  ];
}

/** What cannot be ordered again is not offered. */
const subscriptionActionLabel = ({ status, prescriptionorders }: Subscription): string =>
  status !== "cancelled" || prescriptionorders.some(({ actions }) => actions.includes("reorder"))
    ? "Change or reorder"
    : "See";
