import { useDeferredValue, useRef } from "react";
import { SidePanel } from "#app/ui/layout/overlays/side-panel.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import { unreadCount, uniqueItems } from "./notification-pages.ts";
import { useMarkRead } from "./use-mark-read.ts";
import type { Notifications } from "./use-notifications.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { useOnline } from "#app/browser/use-online.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { ErrorState } from "#app/ui/feedback/error-state.tsx";
import { MoonLeaves } from "#app/ui/brand/illustrations/moon-leaves.tsx";
import { Skeleton } from "#app/ui/feedback/skeleton.tsx";
import css from "./notification-list.module.css";
import { NotificationList } from "./notification-list.tsx";

/** Content of the panel: the list, or why there is none. `onFollow`: the patient follows one to its page. */
function PanelBody({ list, onFollow }: { list: Notifications; onFollow: () => void }) {
  const online = useOnline();
  // The panel opens before its list is drawn.
  const isOpened = useDeferredValue(true, false);
  const offline = !online && (
    <Alert tone="info" title="You're offline">
      This will update on its own when you're back online.
    </Alert>
  );
  if (!isOpened) return <Skeleton shape="card" count={4} label="" />;
  if (list.data) {
    const items = uniqueItems(list.data);
    return (
      <>
        {offline && <div className={css["notice"]}>{offline}</div>}
        {items.length > 0 ? <NotificationList list={list} items={items} onFollow={onFollow} /> : <NoNotifications />}
      </>
    );
  }
  if (offline) return offline;
  if (list.isError)
    return (
      <ErrorState
        level={3}
        title="We couldn't load your notifications"
        busy={list.isFetching}
        onRetry={() => void list.refetch()}
      >
        {errorMessage(list.error)}
      </ErrorState>
    );
  return <Skeleton shape="card" count={4} label="Loading your notifications" />;
}

const NoNotifications = () => (
  <EmptyState illustration={<MoonLeaves />} title="Nothing new" level={3}>
    We'll tell you here when an order moves, a message comes or something needs you.
  </EmptyState>
);

/** Within this distance of its end, in px, the list loads more by itself. */
const nearEndPx = 240;

/** The panel of notifications: closing it marks them as read (spec §2.3). */
export default function NotificationPanel({
  list,
  announcement,
  open,
  onOpenChange,
}: {
  list: Notifications;
  announcement: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const markAll = useMarkRead();
  /** The patient followed a link to a page: the focus goes there, not back to the bell. */
  const followedLink = useRef(false);
  const setPanelOpen = (next: boolean) => {
    if (next === open) return;
    if (!next && unreadCount(list.data) > 0) markAll.mutate("all");
    onOpenChange(next);
  };
  return (
    <SidePanel
      title="Notifications"
      open={open}
      onOpenChange={(next) => {
        followedLink.current = false;
        setPanelOpen(next);
      }}
      finalFocus={() =>
        followedLink.current ? (document.querySelector<HTMLElement>("main h1[tabindex]") ?? false) : true
      }
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < nearEndPx && !list.isFetchNextPageError) list.loadMore();
      }}
    >
      <StatusMessage>{open && announcement}</StatusMessage>
      <PanelBody
        list={list}
        onFollow={() => {
          followedLink.current = true;
          setPanelOpen(false);
        }}
      />
    </SidePanel>
  );
}
