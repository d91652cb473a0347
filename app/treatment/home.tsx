import { useSession } from "#app/api/session.ts";
import { shownText } from "#app/api/api-error.ts";
import { ErrorState } from "#app/ui/error-state.tsx";
import { GrowingSeed } from "#app/ui/illustrations/growing-seed.tsx";
import { StatusMessage } from "#app/ui/status-message.tsx";
import type { Need, Treatment } from "#contract/treatment.ts";
import { CheckedAt } from "./checked-at.tsx";
import { DoctorSection } from "./doctor-section.tsx";
import css from "./home.module.css";
import { HomeSkeleton } from "./home-skeleton.tsx";
import { NeedsList } from "./needs-list.tsx";
import { OrderCard } from "./order-card.tsx";
import { PlanCard } from "./plan-card.tsx";
import { useTreatment, useUser } from "./queries.ts";
import { SituationPanel } from "./situation-panel.tsx";
import { mostUrgent, needsShown, situationOf } from "./situation.ts";
import { SubscriptionsCard } from "./subscriptions-card.tsx";
import { useNews } from "./use-news.ts";

/** Where she stands, at one look: what needs her, what comes next, her doctor, her plan and her order. */
export default function Home() {
  const { record } = useSession();
  const { data: user } = useUser();
  const treatment = useTreatment();
  const { data, error, isFetching, refetch, dataUpdatedAt } = treatment;
  const news = useNews(data);
  const firstname = user?.firstname ?? record?.firstname;
  return (
    <div className={css["home"]}>
      <h1 className={css["greeting"]}>{firstname ? `Hello, ${firstname}` : "Hello"}</h1>
      <StatusMessage>{news}</StatusMessage>
      {data ? (
        <>
          <Content
            treatment={data}
            needs={needsShown(data.needs, user?.hasfailedtransaction ?? false)}
            visit={record?.onboardingstatus === "PENDING" ? "/" : null}
          />
          <CheckedAt at={dataUpdatedAt} failed={error !== null} />
        </>
      ) : error ? (
        <ErrorState illustration={<GrowingSeed />} busy={isFetching} onRetry={() => void refetch()}>
          {shownText(error)}
        </ErrorState>
      ) : (
        <HomeSkeleton />
      )}
    </div>
  );
}

function Content({ treatment, needs, visit }: { treatment: Treatment; needs: readonly Need[]; visit: string | null }) {
  const { orders, plan, subscriptions } = treatment;
  const [order] = orders;
  return (
    <>
      {needs.length > 0 && <NeedsList needs={needs} />}
      <SituationPanel situation={situationOf(treatment, visit)} primary={mostUrgent(treatment.needs) === undefined} />
      <div className={css["grid"]}>
        {plan.status !== "none" && <DoctorSection doctor={treatment.doctor} status={plan.status} note={plan.note} />}
        {order && <OrderCard order={order} treatment={treatment} />}
        {plan.status !== "none" && <PlanCard plan={plan} />}
        {subscriptions.length > 0 && (
          <div className={css["subscriptions"]}>
            <SubscriptionsCard subscriptions={subscriptions} />
          </div>
        )}
      </div>
    </>
  );
}
