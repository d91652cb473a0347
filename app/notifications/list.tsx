import { type RefObject, useEffect, useRef } from "react";
import { shownText } from "#app/api/api-error.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { readNext } from "#app/ui/read-next.ts";
import { StatusMessage } from "#app/ui/status-message.tsx";
import type { Notification } from "#contract/notifications.ts";
import { NotificationItem } from "./item.tsx";
import css from "./list.module.css";
import { useMarkRead } from "./use-mark-read.ts";
import type { Notifications } from "./use-notifications.ts";

/** Newest first; goes on when scrolled to its end, or by the button there. */
export function NotificationList({
  list,
  items,
  onLeave,
}: {
  list: Notifications;
  items: readonly Notification[];
  onLeave: () => void;
}) {
  const mark = useMarkRead();
  const ref = useRef<HTMLUListElement>(null);
  return (
    <>
      {mark.isError && (
        <div className={css["notice"]}>
          <Alert kind="warning">{shownText(mark.error)}</Alert>
        </div>
      )}
      <StatusMessage>{mark.isSuccess && "Marked as read."}</StatusMessage>
      <ul ref={ref} className={css["list"]}>
        {items.map((item) => (
          <NotificationItem
            key={item.id}
            item={item}
            onLeave={onLeave}
            onRead={() => {
              mark.mutate(item);
            }}
          />
        ))}
      </ul>
      <Older list={list} items={items} listRef={ref} />
    </>
  );
}

/** The way on for who does not scroll. */
function Older({
  list: { hasNextPage, isFetchNextPageError, error, goingOn, goOn },
  items,
  listRef,
}: {
  list: Notifications;
  items: readonly Notification[];
  listRef: RefObject<HTMLUListElement | null>;
}) {
  /** The last one when she pressed the button: the focus goes on to the next one. */
  const pressed = useRef<string | null>(null);
  useEffect(() => {
    const last = items.findIndex(({ id }) => id === pressed.current);
    const next = last === -1 ? undefined : listRef.current?.children[last + 1];
    if (!(next instanceof HTMLElement)) return;
    readNext(next);
    pressed.current = null;
  }, [items, listRef]);
  if (!hasNextPage) return null;
  return (
    <div className={css["older"]}>
      {isFetchNextPageError && <Alert kind="warning">{shownText(error)}</Alert>}
      <Button
        variant="secondary"
        wide
        busy={goingOn}
        busyLabel="Loading older ones"
        onClick={() => {
          pressed.current = items.at(-1)?.id ?? null;
          goOn();
        }}
      >
        {isFetchNextPageError ? "Try again" : "Show older ones"}
      </Button>
    </div>
  );
}
