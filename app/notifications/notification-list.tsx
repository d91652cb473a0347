import { Stack } from "#app/ui/layout/stack.tsx";
import { type RefObject, useEffect, useRef } from "react";
import { serverClock } from "#app/api/server-clock.ts";
import { useDates } from "#app/formats/use-dates.ts";
import { errorMessage } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/feedback/alert.tsx";
import { Button } from "#app/ui/actions/button.tsx";
import { moveFocusTo } from "#app/ui/focus.ts";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import type { Notification } from "#contract/notifications.ts";
import { NotificationItem } from "./notification-item.tsx";
import css from "./notification-list.module.css";
import { useMarkRead } from "./use-mark-read.ts";
import type { Notifications } from "./use-notifications.ts";

/** Newest first, day by day; loads more when scrolled to its end, or by the button there. */
export function NotificationList({
  list,
  items,
  onFollow,
}: {
  list: Notifications;
  items: readonly Notification[];
  onFollow: () => void;
}) {
  const { dayTitle, longDay } = useDates();
  const markRead = useMarkRead();
  const ref = useRef<HTMLDivElement>(null);
  const now = serverClock.now();
  return (
    <>
      {markRead.isError && (
        <div className={css["notice"]}>
          <Alert tone="warning">{errorMessage(markRead.error)}</Alert>
        </div>
      )}
      <StatusMessage>{markRead.isSuccess && "Marked as read."}</StatusMessage>
      <div ref={ref} className={css["days"]}>
        {[...Map.groupBy(items, ({ timestampcreated }) => longDay(timestampcreated))].map(([day, ofDay]) => (
          <section key={day} aria-label={day}>
            <DayTitle day={day} title={dayTitle(ofDay[0]?.timestampcreated ?? "", now)} />
            <ul className={css["list"]}>
              {ofDay.map((item) => (
                <NotificationItem
                  key={item.id}
                  item={item}
                  onFollow={onFollow}
                  onRead={() => {
                    markRead.mutate(item);
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <OlderNotifications list={list} items={items} listRef={ref} />
    </>
  );
}

/** The date is there in full (spec §2.3), after the day in a word. */
const DayTitle = ({ day, title }: { day: string; title: string }) => (
  <h3 className={css["day"]}>
    {title}
    {title !== day && <span className={css["date"]}> {day}</span>}
  </h3>
);

/** Loads more for those who do not scroll. */
function OlderNotifications({
  list: { hasNextPage, isFetchNextPageError, error, isLoadingMore, loadMore },
  items,
  listRef,
}: {
  list: Notifications;
  items: readonly Notification[];
  listRef: RefObject<HTMLElement | null>;
}) {
  /** The last item when the button was pressed: the focus moves to the one after it. */
  const lastBeforePress = useRef<string | null>(null);
  useEffect(() => {
    const last = items.findIndex(({ id }) => id === lastBeforePress.current);
    const next = last === -1 ? undefined : listRef.current?.querySelectorAll("li")[last + 1];
    if (!(next instanceof HTMLElement)) return;
    moveFocusTo(next);
    lastBeforePress.current = null;
  }, [items, listRef]);
  if (!hasNextPage) return null;
  return (
    <Stack gap={4} className={css["older"]}>
      {isFetchNextPageError && <Alert tone="warning">{errorMessage(error)}</Alert>}
      <Button
        variant="secondary"
        wide
        busy={isLoadingMore}
        busyLabel="Loading"
        onClick={() => {
          lastBeforePress.current = items.at(-1)?.id ?? null;
          loadMore();
        }}
      >
        {isFetchNextPageError ? "Try again" : "Show older"}
      </Button>
    </Stack>
  );
}
