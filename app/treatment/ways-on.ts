import type { Order, Subscription } from "#contract/entities.ts";

/** States in which money of hers was taken, so that a receipt shows it. */
const charged: readonly Order["status"][] = ["paid", "shipped", "delivered", "refunded"];

/** Where an order leads on, most useful first. */
export function orderWays(
  { id, status }: Pick<Order, "id" | "status">,
  subscriptions: readonly Subscription[],
): readonly { readonly href: string; readonly label: string }[] {
  const repeated = subscriptions.filter(({ prescriptionorders }) =>
    prescriptionorders.some(({ orderid }) => orderid === id),
  );
  return [
    ...(status === "failed" ? [{ href: "/account-settings/billing-details", label: "Update your card" }] : []),
    ...repeated.map((subscription) => ({
      href: `/subscription/${subscription.id}`,
      label: `${wayLabel(subscription)} ${subscription.item.name}`,
    })),
    ...(charged.includes(status) ? [{ href: "/insurance-documents", label: "Get a receipt for your HSA or FSA" }] : []),
  ];
}

/** What cannot be ordered again is not offered. */
const wayLabel = ({ status, prescriptionorders }: Subscription): string =>
  status !== "cancelled" || prescriptionorders.some(({ actions }) => actions.includes("reorder"))
    ? "Change or reorder"
    : "See";
