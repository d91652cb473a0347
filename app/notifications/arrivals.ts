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
