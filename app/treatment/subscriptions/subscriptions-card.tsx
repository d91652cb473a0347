import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Subscription } from "#contract/entities.ts";
import { moveFocusTo } from "#app/ui/focus.ts";
import { type LinkedAction, isActionPossible } from "./actions/linked-action.ts";
import { CardHead } from "#app/ui/layout/card-head.tsx";
import { subscriptionStatus } from "../status-labels.ts";
import { supplyEndText, manageLabel, nextChargeText, priceAndPeriodText } from "./subscription-text.ts";
import css from "./subscriptions-card.module.css";

const questionByAction: Readonly<Record<LinkedAction, string>> = {
  skip: "Which one would you like to skip?",
  pause: "Which one would you like to take a break from?",
};
const labelByAction: Readonly<Record<LinkedAction, string>> = { skip: "Skip the next order", pause: "Take a break" };

/**
 * The subscriptions: next charge, amount, and a link to manage each. `asked`: a mail's link led here to skip or pause; each link passes
 * that on.
 */
export function SubscriptionsCard({
  subscriptions,
  asked: linkedAction = null,
}: {
  subscriptions: readonly Subscription[];
  asked?: LinkedAction | null;
}) {
  const question =
    linkedAction !== null && subscriptions.some((each) => isActionPossible(linkedAction, each))
      ? questionByAction[linkedAction]
      : null;
  const cancellable = subscriptions.filter(({ actions }) => actions.includes("cancel"));
  return (
    <Card as="section" className={css["card"]} aria-labelledby="subscriptions">
      <CardHead id="subscriptions" title={subscriptions.length === 1 ? "Your subscription" : "Your subscriptions"} />
      {question && (
        <p ref={scrollIntoViewAndFocus} className={css["next"]}>
          {question}
        </p>
      )}
      <ul className={css["list"]}>
        {subscriptions.map((subscription) => {
          const status = subscriptionStatus(subscription);
          const possibleAction =
            linkedAction !== null && isActionPossible(linkedAction, subscription) ? linkedAction : null;
          return (
            <li key={subscription.id} className={css["subscription"]}>
              <div className={css["head"]}>
                <h3 className={css["name"]}>{subscription.item.name}</h3>
                <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
              </div>
              <p className={css["next"]}>{nextChargeText(subscription)}</p>
              {supplyEndText(subscription) && <p className={css["next"]}>{supplyEndText(subscription)}</p>}
              {subscription.status !== "cancelled" && (
                <p className={css["price"]}>{priceAndPeriodText(subscription)}</p>
              )}
              <Link
                standalone
                href={`/subscription/${subscription.id}${possibleAction ? `?do=${possibleAction}` : ""}`}
              >
                {possibleAction ? labelByAction[possibleAction] : manageLabel(subscription)}
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

/** What the mail's link asked for is further down the page. */
function scrollIntoViewAndFocus(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
  moveFocusTo(element);
}
