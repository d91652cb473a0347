import { StatusBadge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Subscription } from "#contract/entities.ts";
import { SectionHead } from "./section-head.tsx";
import { subscriptionStatus } from "./status.ts";
import { manageLabel, nextChargeText, periodText } from "./subscription-text.ts";
import css from "./subscriptions-card.module.css";

/** What is sent again and again: when she is charged next, how much, and where she changes it. */
export function SubscriptionsCard({ subscriptions }: { subscriptions: readonly Subscription[] }) {
  const cancellable = subscriptions.filter(({ actions }) => actions.includes("cancel"));
  return (
    <Card as="section" className={css["card"]} aria-labelledby="subscriptions">
      <SectionHead id="subscriptions" title={subscriptions.length === 1 ? "Your subscription" : "Your subscriptions"} />
      <ul className={css["list"]}>
        {subscriptions.map((subscription) => {
          const status = subscriptionStatus(subscription);
          return (
            <li key={subscription.id} className={css["subscription"]}>
              <div className={css["head"]}>
                <h3 className={css["name"]}>{subscription.item.name}</h3>
                <StatusBadge kind={status.kind}>{status.label}</StatusBadge>
              </div>
              <p className={css["next"]}>{nextChargeText(subscription)}</p>
              <p className={css["price"]}>{periodText(subscription)}</p>
              <Link standalone href={`/subscription/${subscription.id}`}>
                {manageLabel(subscription)}
                <span className="visually-hidden">: {subscription.item.name}</span>
              </Link>
            </li>
          );
        })}
      </ul>
      {cancellable.length > 0 && (
        <Link standalone href="/cancel-subscription" className={css["cancel"]}>
          {cancellable.length === 1 ? "Cancel subscription" : "Cancel a subscription"}
        </Link>
      )}
    </Card>
  );
}
