import { formatCalendarDay } from "#contract/fields/formats.ts";
import { cx } from "#app/ui/cx.ts";
import { Stack } from "#app/ui/layout/stack.tsx";
import { Button, ButtonLink } from "#app/ui/actions/button.tsx";
import type { PrescriptionOrder } from "#contract/treatment/prescription-orders.ts";
import type { Subscription } from "#contract/treatment/subscriptions.ts";
import type { Charge } from "../billing/charges.ts";
import { prescriptionOrderActions } from "../prescription-orders/prescription-order-actions.ts";
import type { SubscriptionAction } from "../actions/subscription-action.ts";
import { subscriptionStatusText } from "./subscription-status-text.ts";
import css from "./subscription-status-panel.module.css";

/** Actions on the next prescription order; the others are in the list. */
const panelActions = ["getnext", "skip"] as const;

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
              onClick={() => onAction({ kind, order: nextOrder })}
            >
              {label}
            </Button>
          ))}
        {reorderable &&
          prescriptionOrderActions(reorderable, subscription.refillsleft, ["reorder"]).map(({ kind, label }) => (
            <Button key={kind} onClick={() => onAction({ kind, order: reorderable })}>
              {label}
            </Button>
          ))}
        {actions.includes("pause") && (
          <Button variant="secondary" onClick={() => onAction({ kind: "pause", months: 1 })}>
            Pause
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
