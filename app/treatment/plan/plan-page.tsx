import { Stack } from "#app/ui/layout/stack.tsx";
import { errorMessage } from "#app/api/api-error.ts";
import { useSession } from "#app/api/session/session.ts";
import { useUser } from "#app/auth/use-user.ts";
import { FailedPaymentBanner } from "#app/payment/failed-payment-banner.tsx";
import { ButtonLink, Button } from "#app/ui/actions/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { Treatment as Everything } from "#contract/treatment/overview.ts";
import { useSearch } from "wouter";
import { useSettled } from "#app/browser/use-delayed.ts";
import { linkedActionIn } from "../actions/linked-action.ts";
import { TreatmentChanges } from "../changes/treatment-changes.tsx";
import { suggestionLeads } from "../suggestions/suggestion-leads.ts";
import { Suggestions } from "../suggestions/suggestions.tsx";
import { UpcomingCharges } from "../billing/upcoming-charges.tsx";
import { OrdersList } from "#app/orders/orders-card.tsx";
import { useTreatment } from "../queries.ts";
import { SafetyPanel } from "../next-step/safety-panel.tsx";
import css from "./plan-page.module.css";
import { TreatmentPlan } from "./treatment-plan.tsx";
import { useTreatmentAnnouncement } from "../treatment-announcements.ts";
import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { ResultMessage, useResultMessage } from "#app/ui/feedback/result-message.tsx";

/** What the patient takes and how, what comes next, and their orders. Where they stand is said on home. */
export default function PlanPage() {
  const { data, error, isFetching, refetch } = useTreatment();
  const { data: user, isPending: userPending } = useUser();
  const settled = useSettled(data !== undefined, userPending);
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
      {data && settled ? (
        <PlanContent treatment={data} />
      ) : error && !data ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <PlanSkeleton />
      )}
    </Stack>
  );
}

function PlanContent({ treatment }: { treatment: Everything }) {
  const { plan, nextstep, orders, subscriptions, charges, changes } = treatment;
  const linkedAction = linkedActionIn(useSearch());
  const later = charges.slice(1);
  if (plan.status === "none" && orders.length === 0 && !nextstep.safety) return <NoPlan />;
  return (
    <>
      <TreatmentChanges changes={changes} primary={nextstep.kind === "change_to_agree"} />
      <Suggestions suggestions={treatment.suggestions} primary={suggestionLeads(treatment)} />
      <div className={css["columns"]}>
        <div className={css["plan"]}>
          {(plan.status !== "none" || subscriptions.length > 0) && (
            <TreatmentPlan treatment={treatment} linkedAction={linkedAction} />
          )}
          <WithdrawPlan orderId={plan.withdrawable} />
        </div>
        <div className={css["rest"]}>
          <UpcomingCharges
            title={later.length === 1 ? "The charge after that" : "The charges after that"}
            charges={later}
            discounts={[]}
          />
          <OrdersList orders={orders} />
        </div>
      </div>
    </>
  );
}

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

const WithdrawPlanDialog = lazyRoute(() => import("./withdraw-plan-dialog.tsx")).Part;

/** Withdraws a plan under review. The server's message stays on screen after the plan is gone. */
function WithdrawPlan({ orderId }: { orderId: string | null }) {
  const [asking, setAsking] = useState<string | null>(null);
  const { message, say, ref } = useResultMessage();
  return (
    <>
      <ResultMessage ref={ref} message={message} />
      {orderId !== null && (
        <Button variant="quiet" onClick={() => setAsking(orderId)}>
          I changed my mind
        </Button>
      )}
      {asking !== null && (
        <Suspense>
          <WithdrawPlanDialog
            orderId={asking}
            onClose={() => setAsking(null)}
            onDone={(outcome) => {
              setAsking(null);
              say(outcome);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
