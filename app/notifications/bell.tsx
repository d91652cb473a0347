import { useQueryClient } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { lazyRoute } from "#app/router/lazy-component.tsx";
import { BellIcon } from "#app/ui/brand/app-icons.tsx";
import { StatusMessage } from "#app/ui/feedback/status-message.tsx";
import css from "./bell.module.css";
import { uniqueItems, unreadCount } from "./notification-pages.ts";
import { useNewNotificationsText } from "./use-arrivals.ts";
import { resetToFirstPage, useNotifications } from "./use-notifications.ts";

const NotificationPanel = lazyRoute(() => import("./notification-panel.tsx")).Part;

/** Shows how many are unread, and opens the panel of notifications from the right (spec §2.3). */
export function NotificationBell() {
  const cache = useQueryClient();
  const list = useNotifications();
  const unread = unreadCount(list.data);
  const announcement = useNewNotificationsText(list.data && uniqueItems(list.data), unread);
  const [open, setOpen] = useState<boolean | null>(null);
  return (
    <>
      <button
        type="button"
        className={css["bell"]}
        data-unread={unread > 0 || undefined}
        aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
        aria-haspopup="dialog"
        onClick={() => {
          void resetToFirstPage(cache);
          setOpen(true);
        }}
      >
        <BellIcon />
        {unread > 0 && (
          <span className={css["count"]} aria-hidden="true">
            {unread > 99 ? "99+" : unread}
          </span>
        )}
      </button>
      <StatusMessage>{!open && announcement}</StatusMessage>
      {open !== null && (
        <Suspense fallback={null}>
          <NotificationPanel list={list} announcement={announcement} open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}
