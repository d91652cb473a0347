import { formatCalendarDay } from "#contract/fields/formats.ts";
import { useQuery } from "@tanstack/react-query";
import { queryOf } from "#app/api/query.ts";
import { PlanCard } from "#app/catalogue/plan/plan-card.tsx";
import { planName } from "#app/catalogue/plan/plan-pricings.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { shortCents } from "#app/formats/money.ts";
import { cardOnFileText } from "#app/payment/card/card-number.ts";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Link } from "#app/ui/actions/link.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { Cluster } from "#app/ui/layout/cluster.tsx";
import { toCents } from "#contract/fields/numbers.ts";
import { payment } from "#contract/payment.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import type { Charge } from "../billing/charges.ts";
import { NextReview } from "../next-step/next-review.tsx";
import { OnHandList } from "../subscriptions/on-hand-list.tsx";
import { isActionPossible, type LinkedAction } from "../actions/linked-action.ts";
import { planLines, planProductNames, planSince } from "./plan-lines.ts";
import { PlanLineRow } from "./plan-line-row.tsx";
import { DiscountList } from "../billing/discount-list.tsx";
import css from "./treatment-plan.module.css";

const questionByAction: Readonly<Record<LinkedAction, string>> = {
  skip: "Which one would you like to skip?",
  pause: "Which one would you like to take a break from?",
};

/** The treatment as one plan: its state, the doctor's words about it, the next charge, and each product with what can be changed about it. */
export function TreatmentPlan({
  treatment,
  linkedAction,
}: {
  treatment: Treatment;
  /** A mail's link led here to skip or pause. */
  linkedAction: LinkedAction | null;
}) {
  const { plan, doctor, subscriptions, charges, discounts } = treatment;
  const [next] = charges;
  const asksWhich = linkedAction !== null && subscriptions.some((each) => isActionPossible(linkedAction, each));
  const cancellable = subscriptions.filter(({ actions }) => actions.includes("cancel"));
  return (
    <PlanCard
      quiet={plan.phase === "on_hold"}
      label={plan.status === "none" ? "What you get from us" : <PlanState plan={plan} />}
      name={planName(planProductNames(treatment)) || "Nothing right now"}
      amount={next && chargeText(next)}
      amountNote={next && <ChargeNote charge={next} />}
      word={
        plan.note === null ? null : { text: plan.note, doctor: doctor ?? { name: "Your doctor", profileUrl: null } }
      }
    >
      {asksWhich && (
        <p ref={scrollIntoViewAndFocus} className={css["question"]}>
          {questionByAction[linkedAction]}
        </p>
      )}
      <OnHandList subscriptions={subscriptions} />
      <ul className={css["lines"]}>
        {planLines(treatment).map((line) => (
          <li key={line.subscription?.id ?? line.item.productid}>
            <PlanLineRow line={line} plan={plan} next={next} linkedAction={linkedAction} />
          </li>
        ))}
      </ul>
      <DiscountList discounts={discounts} />
      <NextReview text={treatment.nextreview} />
      <Cluster gap={5} rowGap={2}>
        {plan.status !== "none" && (
          <ButtonLink variant="secondary" href="/messages/doctor">
            {doctor ? `Ask ${doctor.name}` : "Ask your doctor"}
          </ButtonLink>
        )}
        {cancellable.length > 0 && (
          <Link standalone href="/cancel-subscription">
            {cancellable.length === 1 ? "Cancel subscription" : "Cancel a subscription"}
          </Link>
        )}
      </Cluster>
    </PlanCard>
  );
}

/** The state of the plan, and since when. */
function PlanState({ plan }: Pick<Treatment, "plan">) {
  const dates = useDates();
  return (
    <>
      {plan.statustext}
      {plan.since !== null && <span className={css["since"]}>{planSince(plan, dates)}</span>}
    </>
  );
}

const chargeText = ({ amount, chargeon, retry }: Charge): string =>
  retry
    ? `We’ll try ${shortCents(toCents(amount))} again on ${formatCalendarDay(chargeon)}`
    : `${shortCents(toCents(amount))} on ${formatCalendarDay(chargeon)}`;

function ChargeNote({ charge: { retry } }: { charge: Charge }) {
  const { data } = useQuery(queryOf(payment.sources, {}));
  const card = cardOnFileText(data?.source ?? null);
  return (
    <>
      {retry
        ? `With tax and shipping, on ${card}.`
        : `Your next charge, with tax and shipping, on ${card}. We'll email you at least 5 days before.`}
    </>
  );
}

/** What the mail's link asked for is further down the page. */
function scrollIntoViewAndFocus(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: "center" });
  moveFocusTo(element);
}
