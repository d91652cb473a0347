import { errorMessage } from "#app/api/api-error.ts";
import { useOnline } from "#app/router/use-online.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { GrowingSeed } from "#app/ui/brand/illustrations/growing-seed.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import css from "./notification-list.module.css";
import { NotificationList } from "./notification-list.tsx";
import { uniqueItems } from "./notification-pages.ts";
import type { Notifications } from "./use-notifications.ts";

/** Content of the panel: the list, or why there is none. `onLeave`: the patient follows one to its page. */
export function PanelBody({ list, onLeave: onFollow }: { list: Notifications; onLeave: () => void }) {
  const online = useOnline();
  const offline = !online && (
    <Alert kind="info" title="You are offline">
      What is new comes by itself when you are connected again.
    </Alert>
  );
  if (list.data) {
    const items = uniqueItems(list.data);
    return (
      <>
        {offline && <div className={css["notice"]}>{offline}</div>}
        {items.length > 0 ? <NotificationList list={list} items={items} onLeave={onFollow} /> : <NoNotifications />}
      </>
    );
  }
  if (offline) return offline;
  if (list.isError)
    return (
      <ErrorState
        level={3}
        illustration={<GrowingSeed />}
        title="We could not load your notifications"
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      >
        {errorMessage(list.error)}
      </ErrorState>
    );
  return <Skeleton kind="card" count={4} label="Loading your notifications" />;
}

const NoNotifications = () => (
  <EmptyState illustration={<MoonLeaves />} title="Nothing new" level={3}>
    We tell you here when an order moves, a message comes or something needs you.
  </EmptyState>
);
