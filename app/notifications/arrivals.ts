import type { Notification } from "#contract/notifications.ts";

/** The newest moment in a list; the empty text in an empty one. */
export const newestOf = (items: readonly Notification[]): string =>
  items.reduce((newest, { timestampcreated: at }) => (at > newest ? at : newest), "");

/** What is said when unread ones newer than `since` are in the list; empty when there are none. `unread` is how many there are in all. */
export function arrivalText(items: readonly Notification[], since: string, unread: number): string {
  const fresh = items.filter(
    ({ timestampcreated, timestampread }) => timestampcreated > since && timestampread === null,
  );
  const [first] = fresh;
  if (!first) return "";
  const what = fresh.length === 1 ? first.title : `${fresh.length} new notifications`;
  return `New: ${what}. ${unread} unread.`;
}
