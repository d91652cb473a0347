import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session/session.ts";
import { useUser } from "#app/auth/use-user.ts";
import { FailedPaymentBanner } from "#app/payment/failed-payment-banner.tsx";
import { ButtonLink } from "#app/ui/actions/button.tsx";
import { Card } from "#app/ui/layout/card.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { NextStep } from "#contract/treatment/next-step.ts";
import type { Treatment as Everything } from "#contract/treatment/overview.ts";
import { useSearch } from "wouter";
import { linkedActionIn } from "../subscriptions/actions/linked-action.ts";
import { TreatmentChanges } from "../changes/treatment-changes.tsx";
import { UpcomingCharges } from "../billing/upcoming-charges.tsx";
import { DoctorNote } from "./doctor-note.tsx";
import { OrdersList } from "#app/orders/orders-card.tsx";
import { PlanItems } from "./plan-items.tsx";
import { PlanStatusText } from "./plan-state.tsx";
import { NextStepPanel } from "../overview/next-step-panel.tsx";
import { useTreatment } from "../queries.ts";
import { SafetyPanel } from "../overview/safety-panel.tsx";
import { CardHead } from "#app/ui/layout/card-head.tsx";
import { planStatus } from "../status-labels.ts";
import { refillsTextByProduct } from "../subscriptions/subscription-text.ts";
import { SubscriptionsCard } from "../subscriptions/subscriptions-card.tsx";
import css from "./plan-page.module.css";
import { useTreatmentAnnouncement } from "../overview/treatment-announcements.ts";

/** The plan with directions and refills left, upcoming charges, subscriptions and orders. */
export default function PlanPage() {
  const { data, error, isFetching, refetch } = useTreatment();
  const { data: user } = useUser();
  const announcement = useTreatmentAnnouncement(data);
  return (
    <Stack gap={6}>
      {data?.nextstep.safety ? (
        <>
          <SafetyPanel step={data.nextstep} />
          {user && <FailedPaymentBanner user={user} />}
        </>
      ) : (
        <h1>Your plan</h1>
      )}
      <StatusMessage>{announcement}</StatusMessage>
      {data ? (
        <PlanContent treatment={data} />
      ) : error ? (
        <ErrorState illustration={<GrowingSeed />} busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <PlanSkeleton />
      )}
    </Stack>
  );
}

function PlanContent({
  treatment: { plan, nextstep, doctor, orders, subscriptions, charges, changes, discounts },
}: {
  treatment: Everything;
}) {
  const linkedAction = linkedActionIn(useSearch());
  if (plan.status === "none" && orders.length === 0 && !nextstep.safety) return <NoPlan />;
  return (
    <>
      {!nextstep.safety && <NextStepPanel step={withoutSelfLink(nextstep)} primary={nextstep.needspatient} />}
      <TreatmentChanges changes={changes} primary={nextstep.kind === "change_to_agree"} />
      <div className={css["columns"]}>
        <div className={css["plan"]}>
          {plan.status !== "none" && (
            <Card as="section" gap={5} align="start" className={css["card"]} aria-labelledby="plan">
              <CardHead
                id="plan"
                title={doctor ? `With ${doctor.name}` : "What you asked for"}
                status={planStatus(plan)}
              />
              <PlanStatusText plan={plan} />
              {plan.note && <DoctorNote note={plan.note} from={doctor?.name ?? "Your doctor"} />}
              <PlanItems
                items={plan.items}
                directions={plan.status !== "declined" && plan.phase !== "on_hold"}
                approved={plan.status === "approved"}
                refills={refillsTextByProduct(subscriptions)}
              />
              <ButtonLink href="/messages/doctor">Ask your doctor</ButtonLink>
            </Card>
          )}
        </div>
        <div className={css["money"]}>
          <UpcomingCharges charges={charges} discounts={discounts} />
          {subscriptions.length > 0 && <SubscriptionsCard subscriptions={subscriptions} linkedAction={linkedAction} />}
        </div>
        <div className={css["orders"]}>
          <OrdersList orders={orders} />
        </div>
      </div>
    </>
  );
}

/** Drops a button that would lead to this very page. */
const withoutSelfLink = (step: NextStep): NextStep =>
  step.action?.href === "/treatment" ? { ...step, action: null } : step;

function NoPlan() {
  const { record } = useSession();
  const pending = record?.onboardingstatus === "PENDING";
  return (
    <EmptyState
      illustration={<MoonLeaves />}
      title="No plan yet"
      action={
        <ButtonLink href={pending ? "/" : "/contact-us"}>{pending ? "Start your visit" : "Contact us"}</ButtonLink>
      }
    >
      {pending
        ? "A plan starts with a short visit. A doctor reads every answer."
        : "If something is missing, contact us."}
    </EmptyState>
  );
}

function PlanSkeleton() {
  return (
    <div className={css["columns"]}>
      <Skeleton shape="row" count={7} />
      <Skeleton shape="row" count={4} label="" />
    </div>
  );
}
