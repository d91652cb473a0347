import { useState } from "react";
import type { Notification } from "#contract/notifications.ts";

/** The newest timestamp in a list; empty in an empty list. */
export const newestTimestamp = (items: readonly Notification[]): string =>
  items.reduce((newest, { timestampcreated: at }) => (at > newest ? at : newest), "");

/** The announcement when unread ones newer than `since` are in the list; empty when there are none. `unread` is the total of unread ones. */
export function newNotificationsText(items: readonly Notification[], since: string, unread: number): string {
  const newItems = items.filter(
    ({ timestampcreated, timestampread }) => timestampcreated > since && timestampread === null,
  );
  const [first] = newItems;
  if (!first) return "";
  const what = newItems.length === 1 ? first.title : `${newItems.length} new notifications`;
  return `New: ${what}. ${unread} unread.`;
}

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
