import { useState } from "react";
import { Stack } from "#app/ui/layout/stack.tsx";
import { useSession } from "#app/api/session/session.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { FailedPaymentBanner } from "#app/payment/failed-payment-banner.tsx";
import { UpsellSlot } from "#app/growth/upsell/upsell-slot.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { Order } from "#contract/orders/orders.ts";
import type { NextStep } from "#contract/treatment/next-step.ts";
import type { Treatment } from "#contract/treatment/overview.ts";
import { TreatmentChanges } from "../changes/treatment-changes.tsx";
import { suggestionLeads } from "../suggestions/suggestion-leads.ts";
import { Suggestions } from "../suggestions/suggestions.tsx";
import { PendingUpsellsCard } from "#app/growth/upsell/pending-upsells-card.tsx";
import { Doses } from "#app/wellbeing/doses/doses.tsx";
import { useDoseNotes } from "#app/wellbeing/doses/use-dose-notes.ts";
import { HowYouFeel } from "#app/wellbeing/how-you-feel/how-you-feel.tsx";
import { useWellbeing } from "#app/wellbeing/use-wellbeing.ts";
import css from "./home.module.css";
import { ApprovalCard } from "./approval-card.tsx";
import { ArrivalCards } from "./arrival-cards.tsx";
import { ActionItemList } from "./action-item-list.tsx";
import { HomeDoctor } from "./home-doctor.tsx";
import { HowItBegins } from "./how-it-begins.tsx";
import { NextReview } from "../next-step/next-review.tsx";
import { NextStepLead } from "../next-step/next-step-lead.tsx";
import { ParcelCard } from "./parcel-card.tsx";
import { useUser } from "#app/auth/use-user.ts";
import { useTreatment } from "../queries.ts";
import { SafetyPanel } from "../next-step/safety-panel.tsx";
import { useTreatmentAnnouncement } from "../treatment-announcements.ts";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { useLiveState } from "#app/api/live.ts";
import { formatTime } from "#app/formats/dates.ts";
import { cx } from "#app/ui/cx.ts";
import { useSettled } from "#app/browser/use-delayed.ts";

/** Today: what matters now, the doctor's latest message, and where the parcel is. Money is one line. */
export default function Home() {
  const { record } = useSession();
  const { data: user, isPending: userPending } = useUser();
  const treatment = useTreatment();
  const { data, error, isFetching, refetch, dataUpdatedAt } = treatment;
  const { isPending: wellbeingPending } = useWellbeing();
  const settled = useSettled(data !== undefined, userPending || wellbeingPending);
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
      {data && settled ? (
        <>
          <HomeContent treatment={data} />
          <LastUpdated at={dataUpdatedAt} failed={error !== null} />
        </>
      ) : error && !data ? (
        <ErrorState busy={isFetching} onRetry={() => void refetch()}>
          {errorMessage(error)}
        </ErrorState>
      ) : (
        <HomeSkeleton />
      )}
    </Stack>
  );
}

function HomeContent({ treatment }: { treatment: Treatment }) {
  const { plan, orders, nextstep, actionitems: actionItems } = treatment;
  const inCare = plan.status === "approved" && !nextstep.safety;
  const order = orders.find(({ id }) => id === nextstep.orderid) ?? orders[0];
  const urgentItems = actionItems.filter(({ canwait }) => !canwait);
  const nextStepIsPrimary = nextstep.needspatient || urgentItems.length === 0;
  const [answering, setAnswering] = useState(0);
  const doses = useDoseNotes();
  const daily = inCare && (
    <>
      <HowYouFeel />
      <Doses notes={doses} leading={dosesInLead(nextstep)} />
    </>
  );
  const moment = momentOf(treatment, order);
  return (
    <div className={css["parts"]}>
      <div className={cx(css["part"], css["lead"])}>
        {!nextstep.safety && (
          <NextStepLead
            step={nextstep}
            portrait={nextstep.stages && treatment.doctor?.profileUrl}
            primary={nextStepIsPrimary}
            doses={doses}
            onAnswer={treatment.doctorthread?.open ? () => setAnswering(answering + 1) : undefined}
          />
        )}
        <TreatmentChanges changes={treatment.changes} primary={nextstep.kind === "change_to_agree"} />
        <Suggestions suggestions={treatment.suggestions} primary={suggestionLeads(treatment)} />
        <ActionItemList title="Also waiting for you" actionItems={urgentItems} primary={!nextStepIsPrimary} />
      </div>
      {moment && <div className={cx(css["part"], css["daily"])}>{moment}</div>}
      <div className={cx(css["part"], css["doctor"])}>
        <HomeDoctor treatment={treatment} answering={answering} />
        <NextReview text={treatment.nextreview} />
      </div>
      {/* What the patient does each day or week, after the doctor's message. */}
      {!moment && <div className={cx(css["part"], css["daily"])}>{daily}</div>}
      <div className={cx(css["part"], css["parcel"])}>
        {moment && daily}
        <HowItBegins step={nextstep} />
        <ParcelCard order={order} treatment={treatment} />
        <PendingUpsellsCard upsellrequests={treatment.upsellrequests} />
        <ActionItemList title="When you have a moment" actionItems={actionItems.filter(({ canwait }) => canwait)} />
        <UpsellSlot quiet={!treatment.canshowupsells} />
      </div>
    </div>
  );
}

/** An approval or a first box is told at length, right below the lead; then what is done each day follows the doctor's message. */
function momentOf({ plan, nextstep: { arrival, stages, safety } }: Treatment, order: Order | undefined) {
  if (safety) return null;
  if (arrival) return <ArrivalCards arrival={arrival} />;
  const isCancelled = (id: string) => order?.detail.some(({ productid, cancelled }) => productid === id && cancelled);
  const items = plan.items.filter(({ productid }) => !isCancelled(productid));
  return stages ? <ApprovalCard items={items} stages={stages} /> : null;
}

/** The prescriptions whose dose the lead says and notes. */
const dosesInLead = ({ dose, arrival }: NextStep): readonly string[] => [
  ...(dose ? [dose.id] : []),
  ...(arrival?.medicines.map(({ id }) => id) ?? []),
];

/** Placeholder for the home page while it first loads, in the final layout. */
function HomeSkeleton() {
  return (
    <div className={css["parts"]}>
      <div className={cx(css["part"], css["lead"], css["leadSkeleton"])}>
        <Skeleton shape="card" count={1} />
      </div>
      <div className={cx(css["part"], css["doctor"])}>
        <Skeleton shape="row" count={4} label="" />
      </div>
      <div className={cx(css["part"], css["daily"])} />
      <div className={cx(css["part"], css["parcel"])}>
        <Skeleton shape="card" count={1} label="" />
      </div>
    </div>
  );
}

/** When the page was last updated; the line keeps its place when a refetch fails. */
function LastUpdated({ at, failed }: { at: number; failed: boolean }) {
  const live = useLiveState() === "on";
  const freshText = live ? "This page updates on its own." : `Up to date at ${formatTime(at)}`;
  return (
    <p className={css["checked"]}>
      {failed ? `We can’t update this page right now. This is from ${formatTime(at)}.` : freshText}
    </p>
  );
}
