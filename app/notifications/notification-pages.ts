import type { InfiniteData } from "@tanstack/react-query";
import type { Output } from "#contract/http/endpoint.ts";
import type { Notification, notifications } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";

/** The loaded pages of the list, newest first. The first one has the most recent unread count. */
export type Pages = InfiniteData<Output<typeof notifications.list>>;

/** The loaded items, each once: while pages are refetched, one may be on two. */
export function uniqueItems({ pages }: Pages): readonly Notification[] {
  return [...new Map(pages.flatMap(({ items }) => items).map((item) => [item.id, item])).values()];
}

export const unreadCount = (pages: Pages | undefined): number => pages?.pages[0]?.unreadcount ?? 0;

const updatePages = (pages: Pages, unreadcount: number, edit: (items: Notification[]) => Notification[]): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({ ...page, unreadcount, items: edit(page.items) })),
});

/** With one from the live connection: in its place if it is loaded, else at the top. */
export function withArrived(pages: Pages, { unreadcount, ...arrived }: SocketEvents["notification"]): Pages {
  const known = uniqueItems(pages).find(({ id }) => id === arrived.id);
  // It was sent before it was read here, and so was its count: nothing read becomes unread again.
  if (known && known.timestampread !== null && arrived.timestampread === null) return pages;
  const after = updatePages(pages, unreadcount, (items) =>
    items.map((item) => (item.id === arrived.id ? arrived : item)),
  );
  const [first, ...rest] = after.pages;
  return known || !first ? after : { ...after, pages: [{ ...first, items: [arrived, ...first.items] }, ...rest] };
}

/** With one marked as read at `at`. */
export function withItemRead(pages: Pages, id: string, at: string): Pages {
  const unread = uniqueItems(pages).some((item) => item.id === id && item.timestampread === null);
  return updatePages(pages, Math.max(0, unreadCount(pages) - (unread ? 1 : 0)), (items) =>
    items.map((item) => (item.id === id ? { ...item, timestampread: item.timestampread ?? at } : item)),
  );
}

/** With all marked as read at `at`. */
export const withAllRead = (pages: Pages, at: string): Pages =>
  updatePages(pages, 0, (items) => items.map((item) => ({ ...item, timestampread: item.timestampread ?? at })));

/** Only the newest page: a reopened list begins at the top. */
export const newestPage = (pages: Pages): Pages => ({
  pages: pages.pages.slice(0, 1),
  pageParams: pages.pageParams.slice(0, 1),
});
