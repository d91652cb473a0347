import { useState } from "react";
import type { Notification } from "#contract/notifications.ts";
import { newNotificationsText, newestTimestamp } from "./arrivals.ts";

/** The announcement of those that arrived since the list was first loaded; empty until one does. The open page itself announces those about it. */
export function useNewNotificationsText(items: readonly Notification[] | undefined, unread: number): string {
  const [since, setSince] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState("");
  if (items) {
    const newest = newestTimestamp(items);
    if (since === null || newest > since) {
      setSince(newest);
      const text =
        since === null
          ? ""
          : newNotificationsText(
              items.filter(({ href }) => href !== location.pathname),
              since,
              unread,
            );
      if (text) setAnnouncement(text);
    }
  }
  return announcement;
}
