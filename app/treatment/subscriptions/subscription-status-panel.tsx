import { formatCalendarDay } from "#contract/fields/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { Charge } from "../billing/charges.ts";
import { prescriptionOrderActions } from "../prescription-orders/prescription-order-actions.ts";
import { orderAction, type SubscriptionAction } from "../actions/subscription-action.ts";
import { subscriptionStatusText } from "./subscription-status-text.ts";
import css from "./subscription-status-panel.module.css";

/** Actions on the next prescription order; the others are in the list. */
const panelActions = ["getnext", "move", "skip"] as const;

/** The months of a pause as the question begins with them: those it has. */
const pausedMonths = ({ pauseduntil, pauseuntil }: Subscription): number =>
  pauseduntil === null ? 1 : Math.max(1, pauseuntil.indexOf(pauseduntil) + 1);

/** Status, next charge and amount, and the actions the server allows. */
export function SubscriptionStatusPanel({
  subscription,
  nextOrder,
  reorderable,
  charge,
  card,
  onAction,
}: {
  subscription: Subscription;
  /** The next prescription order. */
  nextOrder: PrescriptionOrder | null;
  /** A past prescription order that can be reordered from here. */
  reorderable: PrescriptionOrder | undefined;
  charge: Charge | null;
  card: string;
  onAction: (action: SubscriptionAction) => void;
}) {
  const { title, lines } = subscriptionStatusText(subscription, charge, card);
  const { actions, status } = subscription;
  const getNextFrom = status === "active" ? (nextOrder?.getnextfrom ?? null) : null;
  // On the day of its charge it comes by itself.
  const earliestDay = getNextFrom === nextOrder?.chargeon ? null : getNextFrom;
  return (
    <Stack
      as="section"
      gap={4}
      align="start"
      className={cx(css["panel"], status === "past_due" && css["now"])}
      aria-labelledby="standing"
    >
      <h2 id="standing" className={css["title"]}>
        {title}
      </h2>
      <Stack gap={2} className={css["lines"]}>
        {lines.map((line) => (
          <p key={line}>{line}</p>
        ))}
        {subscription.restartobstacle && <p>{subscription.restartobstacle}</p>}
        {earliestDay && <p>You can get the next supply early starting {formatCalendarDay(earliestDay)}.</p>}
      </Stack>
      <div className={css["actions"]}>
        {status === "past_due" && <ButtonLink href="/account-settings/billing-details">Update your card</ButtonLink>}
        {status === "pending" && (
          <ButtonLink variant="secondary" href="/contact-us">
            Contact us
          </ButtonLink>
        )}
        {actions.includes("resume") && <Button onClick={() => onAction({ kind: "resume" })}>End the pause</Button>}
        {nextOrder &&
          prescriptionOrderActions(nextOrder, subscription.refillsleft, panelActions).map(({ kind, label }) => (
            <Button
              key={kind}
              variant={kind === "getnext" ? "primary" : "secondary"}
              onClick={() => onAction(orderAction(kind, nextOrder))}
            >
              {label}
            </Button>
          ))}
        {reorderable &&
          prescriptionOrderActions(reorderable, subscription.refillsleft, ["reorder"]).map(({ kind, label }) => (
            <Button
              key={kind}
              variant={subscription.restart ? "secondary" : "primary"}
              onClick={() => onAction(orderAction(kind, reorderable))}
            >
              {label}
            </Button>
          ))}
        {subscription.restart && (
          <Button onClick={() => onAction({ kind: "restart" })}>
            {subscription.restart.takesback ? "Keep it after all" : "Start it again"}
          </Button>
        )}
        {actions.includes("pause") && (
          <Button variant="secondary" onClick={() => onAction({ kind: "pause", months: pausedMonths(subscription) })}>
            {status === "paused" ? "Change the pause" : "Pause"}
          </Button>
        )}
        {actions.includes("cancel") && (
          <ButtonLink variant="quiet" href={`/cancel-subscription?subscription=${subscription.id}`}>
            Cancel subscription
          </ButtonLink>
        )}
      </div>
    </Stack>
  );
}
