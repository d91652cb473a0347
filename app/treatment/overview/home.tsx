import { Column, Columns } from "#app/ui/layout/columns.tsx";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useSession } from "#app/api/session/session.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { FailedPaymentBanner } from "#app/payment/failed-payment-banner.tsx";
import { UpsellSlot } from "#app/growth/upsell/upsell-slot.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { Treatment } from "#contract/treatment/overview.ts";
import { TreatmentChanges } from "../changes/treatment-changes.tsx";
import { PendingUpsellsCard } from "#app/growth/upsell/pending-upsells-card.tsx";
import { UpcomingCharges } from "../billing/upcoming-charges.tsx";
import { TreatmentDoctor } from "../plan/doctor-section.tsx";
import { Doses } from "#app/wellbeing/doses/doses.tsx";
import { HowYouFeel } from "#app/wellbeing/how-you-feel/how-you-feel.tsx";
import { useWellbeingSettled } from "#app/wellbeing/use-wellbeing.ts";
import css from "./home.module.css";
import { ActionItemList } from "./action-item-list.tsx";
import { NextStepPanel } from "./next-step-panel.tsx";
import { OrderCard } from "./order-card.tsx";
import { PlanCard } from "../plan/plan-card.tsx";
import { useUser } from "#app/auth/use-user.ts";
import { useTreatment } from "../queries.ts";
import { SafetyPanel } from "./safety-panel.tsx";
import { SubscriptionsCard } from "../subscriptions/subscriptions-card.tsx";
import { useTreatmentAnnouncement } from "./treatment-announcements.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { useLiveState } from "#app/api/live/live.ts";
import { formatTime } from "#app/formats/dates.ts";

/** The patient's care status at a glance: action items, next step, doctor, plan and order. */
export default function Home() {
  const { record } = useSession();
  const { data: user } = useUser();
  const treatment = useTreatment();
  const { data, error, isFetching, refetch, dataUpdatedAt } = treatment;
  const wellbeingSettled = useWellbeingSettled();
  const announcement = useTreatmentAnnouncement(data);
  const firstname = user?.firstname ?? record?.firstname;
  return (
    <Stack gap={6}>
      {data?.nextstep.safety ? (
        <>
          <SafetyPanel step={data.nextstep} />
          {user && <FailedPaymentBanner user={user} />}
        </>
      ) : (
        <h1 className={css["greeting"]}>{firstname ? `Hello, ${firstname}` : "Hello"}</h1>
      )}
      <StatusMessage>{announcement}</StatusMessage>
      {data && wellbeingSettled ? (
        <>
          <HomeContent treatment={data} />
          <LastUpdated at={dataUpdatedAt} failed={error !== null} />
        </>
      ) : error && !data ? (
        <ErrorState illustration={<GrowingSeed />} busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <HomeSkeleton />
      )}
    </Stack>
  );
}

function HomeContent({ treatment }: { treatment: Treatment }) {
  const { orders, plan, subscriptions, nextstep, actionitems: actionItems } = treatment;
  const order = orders.find(({ id }) => id === nextstep.orderid) ?? orders[0];
  const urgentItems = actionItems.filter(({ canwait }) => !canwait);
  const nextStepIsPrimary = nextstep.needspatient || urgentItems.length === 0;
  return (
    <>
      {!nextstep.safety && <NextStepPanel step={nextstep} primary={nextStepIsPrimary} />}
      <ActionItemList title="For your attention" actionItems={urgentItems} primary={!nextStepIsPrimary} />
      <TreatmentChanges changes={treatment.changes} primary={nextstep.kind === "change_to_agree"} />
      <Columns first={1.6}>
        <Column>
          {plan.status === "approved" && <HowYouFeel />}
          {plan.status === "approved" && <Doses />}
          <PendingUpsellsCard upsellrequests={treatment.upsellrequests} />
          {order && <OrderCard order={order} treatment={treatment} />}
          <UpcomingCharges charges={treatment.charges} discounts={treatment.discounts} />
          {subscriptions.length > 0 && <SubscriptionsCard subscriptions={subscriptions} />}
        </Column>
        <Column>
          {plan.status !== "none" && (
            <TreatmentDoctor doctor={treatment.doctor} status={plan.status} note={plan.note} />
          )}
          {plan.status !== "none" && <PlanCard plan={plan} />}
        </Column>
      </Columns>
      <ActionItemList title="When you have a moment" actionItems={actionItems.filter(({ canwait }) => canwait)} />
      {/* Slot for the practice's upsells; hidden unless the server allows them (`canshowupsells`). */}
      <div className={css["offers"]}>
        <UpsellSlot quiet={!treatment.canshowupsells} />
      </div>
    </>
  );
}

/** Placeholder for the home page while it first loads, in the final layout. */
function HomeSkeleton() {
  return (
    <>
      <div className={css["panelSkeleton"]}>
        <Skeleton shape="card" count={1} />
      </div>
      <Columns first={1.6}>
        <Column>
          <Skeleton shape="row" count={6} label="" />
        </Column>
        <Column>
          <Skeleton shape="card" count={2} label="" />
        </Column>
      </Columns>
    </>
  );
}

/** When the page was last updated; the line keeps its place when a refetch fails. */
function LastUpdated({ at, failed }: { at: number; failed: boolean }) {
  const live = useLiveState() === "on";
  const freshText = live ? "What is new shows up here by itself." : `Up to date at ${formatTime(at)}`;
  return (
    <p className={css["checked"]}>
      {failed ? `We cannot look for news right now. This is from ${formatTime(at)}.` : freshText}
    </p>
  );
}
