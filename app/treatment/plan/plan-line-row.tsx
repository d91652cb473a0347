import { formatCalendarDay } from "#contract/fields/formats.ts";
import { HowToUse } from "#app/catalogue/how-to-use.tsx";
import { ProductRow } from "#app/catalogue/plan/product-row.tsx";
import { shortCents } from "#app/formats/money.ts";
import { Link } from "#app/ui/actions/link.tsx";
import { StatusBadge } from "#app/ui/data/badge.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { toCents } from "#contract/fields/numbers.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { TreatmentChange } from "#contract/treatment/changes.ts";
import type { PlanItem } from "#contract/treatment/plan.ts";
import type { Charge } from "../billing/charges.ts";
import { isActionPossible, type LinkedAction } from "../actions/linked-action.ts";
import { subscriptionStatus } from "../subscriptions/subscription-status-text.ts";
import { periodText } from "../subscriptions/subscription-text.ts";
import { type PlanLine, statusBesideCharge } from "./plan-lines.ts";
import css from "./plan-line-row.module.css";

const labelByAction: Readonly<Record<LinkedAction, string>> = { skip: "Skip the next order", pause: "Take a break" };

/** One product of the treatment: how to use it, what it costs and how often it comes, and where to change it. */
export function PlanLineRow({
  line: { item: prescribed, usedNow, change, fromNextOrder, startsOn, subscription, open },
  plan,
  next,
  linkedAction,
}: {
  line: PlanLine;
  plan: Pick<Treatment["plan"], "status" | "phase">;
  /** The charge the plan names. */
  next: Charge | undefined;
  /** A mail's link led here to skip or pause; the link of each product passes that on. */
  linkedAction: LinkedAction | null;
}) {
  // What is used today leads; what comes instead is said below it.
  const item = usedNow ?? prescribed;
  const isCancelled = subscription?.status === "cancelled";
  const action = subscription && linkedAction && isActionPossible(linkedAction, subscription) ? linkedAction : null;
  return (
    <ProductRow
      open={open}
      picture={item.image}
      name={item.name}
      detail={`${item.dosage}${item.prescription ? " · Prescription" : ""}`}
      price={
        subscription &&
        !isCancelled &&
        !subscription.onhold &&
        shortCents(toCents(subscription.price) * subscription.quantity)
      }
    >
      <Stack gap={3} align="start">
        {startsOn !== null ? (
          <p className={css["fact"]}>Begin on {formatCalendarDay(startsOn)}</p>
        ) : (
          fromNextOrder && !change && <p className={css["fact"]}>From your next order</p>
        )}
        {saysHowToUse(plan) && <Directions item={item} approved={plan.status === "approved"} />}
        {change && <ChangeAhead change={change} />}
        {subscription && (
          <>
            <SubscriptionFacts subscription={subscription} next={next} />
            <Link standalone href={`/subscription/${subscription.id}${action ? `?do=${action}` : ""}`}>
              {action ? labelByAction[action] : subscription.state.manage}
              <span className="visually-hidden">: {item.name}</span>
            </Link>
          </>
        )}
      </Stack>
    </ProductRow>
  );
}

/** What comes instead and when; before it, what to stop. What the patient goes on with is said by its directions. */
const ChangeAhead = ({ change: { status, until, today, then } }: { change: TreatmentChange }) => (
  <>
    {until === "stop" && status === "agreed" && today && <p className={css["fact"]}>{today}</p>}
    <p className={css["fact"]}>{then}</p>
  </>
);

const saysHowToUse = ({ status, phase }: Pick<Treatment["plan"], "status" | "phase">): boolean =>
  status !== "declined" && phase !== "on_hold";

/** In the doctor's words. */
function Directions({ item, approved }: { item: PlanItem; approved: boolean }) {
  const doctors = approved
    ? "Your doctor stopped this one. Please ask before you use more of it."
    : "Your doctor will tell you how to use it when your plan is approved.";
  const waiting = item.prescription ? doctors : "Follow the directions on the label.";
  return (
    <div className={css["directions"]}>
      <HowToUse picture={item.directions === null ? null : item.image}>
        <p className={item.directions ? undefined : css["muted"]}>{item.directions ?? waiting}</p>
      </HowToUse>
    </div>
  );
}

/** Its status where it is not simply running, how often it comes, and what is left of the prescription. */
function SubscriptionFacts({
  subscription,
  next,
}: {
  subscription: NonNullable<PlanLine["subscription"]>;
  next: Charge | undefined;
}) {
  const { status } = subscription;
  const statusText = statusBesideCharge(subscription, next);
  const { tone, label } = subscriptionStatus(subscription);
  const left = subscription.state.refills;
  const facts = status === "cancelled" || subscription.onhold ? [left] : [periodText(subscription), left];
  return (
    <Stack gap={1} align="start">
      {status !== "active" && <StatusBadge tone={tone}>{label}</StatusBadge>}
      {statusText && <p className={css["fact"]}>{statusText}</p>}
      <p className={css["muted"]}>{facts.filter((text) => text !== "").join(" · ")}</p>
    </Stack>
  );
}
