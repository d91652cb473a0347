import { StatusBadge } from "#app/ui/badge.tsx";
import { Card } from "#app/ui/card.tsx";
import { Link } from "#app/ui/link.tsx";
import type { Subscription } from "#contract/entities.ts";
import { readNext } from "#app/ui/read-next.ts";
import { type AskedByLink, isPossible } from "./asked-by-link.ts";
import { SectionHead } from "./section-head.tsx";
import { subscriptionStatus } from "./status.ts";
import { lastsText, manageLabel, nextChargeText, periodText } from "./subscription-text.ts";
import css from "./subscriptions-card.module.css";

const questions: Readonly<Record<AskedByLink, string>> = {
  skip: "Which one would you like to skip?",
  pause: "Which one would you like to take a break from?",
};
const answers: Readonly<Record<AskedByLink, string>> = { skip: "Skip the next order", pause: "Take a break" };

/**
 * What is sent again and again: when she is charged next, how much, and where she changes it. `asked`: a mail's link led here to skip or to
 * pause, so that each leads on to just that.
 */
export function SubscriptionsCard({
  subscriptions,
  asked = null,
}: {
  subscriptions: readonly Subscription[];
  asked?: AskedByLink | null;
}) {
  const question = asked !== null && subscriptions.some((each) => isPossible(asked, each)) ? questions[asked] : null;
  const cancellable = subscriptions.filter(({ actions }) => actions.includes("cancel"));
  return (
    <Card as="section" className={css["card"]} aria-labelledby="subscriptions">
      <SectionHead id="subscriptions" title={subscriptions.length === 1 ? "Your subscription" : "Your subscriptions"} />
      {question && (
        <p ref={showFirst} className={css["next"]}>
          {question}
        </p>
      )}
      <ul className={css["list"]}>
        {subscriptions.map((subscription) => {
          const status = subscriptionStatus(subscription);
          const wanted = asked !== null && isPossible(asked, subscription) ? asked : null;
          return (
            <li key={subscription.id} className={css["subscription"]}>
              <div className={css["head"]}>
                <h3 className={css["name"]}>{subscription.item.name}</h3>
                <StatusBadge kind={status.kind}>{status.label}</StatusBadge>
              </div>
              <p className={css["next"]}>{nextChargeText(subscription)}</p>
              {lastsText(subscription) && <p className={css["next"]}>{lastsText(subscription)}</p>}
              {subscription.status !== "cancelled" && <p className={css["price"]}>{periodText(subscription)}</p>}
              <Link standalone href={`/subscription/${subscription.id}${wanted ? `?do=${wanted}` : ""}`}>
                {wanted ? answers[wanted] : manageLabel(subscription)}
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

/** What she was led here for is further down the page. */
function showFirst(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
  readNext(element);
}
