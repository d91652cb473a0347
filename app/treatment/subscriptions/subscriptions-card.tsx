import { DividedList } from "#app/ui/data/divided-list.tsx";
import { Bar } from "#app/ui/layout/cluster.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import { moveFocusTo } from "#app/ui/focus.ts";
import { type LinkedAction, isActionPossible } from "./actions/linked-action.ts";
import { CardHead } from "#app/ui/layout/card-head.tsx";
import { subscriptionStatus } from "./subscription-status-text.ts";
import { supplyEndText, manageLabel, priceAndPeriodText } from "./subscription-text.ts";
import css from "./subscriptions-card.module.css";

const questionByAction: Readonly<Record<LinkedAction, string>> = {
  skip: "Which one would you like to skip?",
  pause: "Which one would you like to take a break from?",
};
const labelByAction: Readonly<Record<LinkedAction, string>> = { skip: "Skip the next order", pause: "Take a break" };

/**
 * The subscriptions: next charge, amount, and a link to manage each. `linkedAction`: a mail's link led here to skip or pause; each link passes
 * that on.
 */
export function SubscriptionsCard({
  subscriptions,
  linkedAction = null,
}: {
  subscriptions: readonly Subscription[];
  linkedAction?: LinkedAction | null;
}) {
  const question =
    linkedAction !== null && subscriptions.some((each) => isActionPossible(linkedAction, each))
      ? questionByAction[linkedAction]
      : null;
  const cancellable = subscriptions.filter(({ actions }) => actions.includes("cancel"));
  return (
    <Card as="section" gap={4} aria-labelledby="subscriptions">
      <CardHead id="subscriptions" title={subscriptions.length === 1 ? "Your subscription" : "Your subscriptions"} />
      {question && (
        <p ref={scrollIntoViewAndFocus} className={css["next"]}>
          {question}
        </p>
      )}
      <DividedList topLine>
        {subscriptions.map((subscription) => {
          const status = subscriptionStatus(subscription);
          const possibleAction =
            linkedAction !== null && isActionPossible(linkedAction, subscription) ? linkedAction : null;
          return (
            <Stack key={subscription.id} as="li" gap={1} className={css["subscription"]}>
              <Bar gap={2} className={css["head"]}>
                <h3 className={css["name"]}>{subscription.item.name}</h3>
                <StatusBadge tone={status.tone}>{status.label}</StatusBadge>
              </Bar>
              <p className={css["next"]}>{subscription.statustext}</p>
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
            </Stack>
          );
        })}
      </DividedList>
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
