import type { Order } from "#contract/orders/orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";

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
