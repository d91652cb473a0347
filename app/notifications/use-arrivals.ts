import { useState } from "react";
import type { Notification } from "#contract/notifications.ts";
import { newNotificationsText, newestTimestamp } from "./arrivals.ts";

/**
 * What to say about those that came in since the list was first there; empty until one does. Of what the open page is about, that page
 * itself tells.
 */
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
