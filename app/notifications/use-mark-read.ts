import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryKey } from "#app/api/query.ts";
import { notifications } from "#contract/notifications.ts";
import { uniqueItems, type Pages, withAllRead, withItemRead } from "./notification-pages.ts";
import { editPages, pagesKey } from "./use-notifications.ts";

/**
 * Marks one or all as read: at once on the screen, rolled back when it fails. Without a connection it fails at once, as what arrives before
 * reconnecting was not seen.
 */
export function useMarkRead() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (target: { readonly id: string } | "all") => {
      const { unreadcount } =
        target === "all"
          ? await call(notifications.readAll, { body: { upto: newestShownId(cache) } }, { retry: false })
          : await call(notifications.read, { params: { id: target.id } });
      return unreadcount;
    },
    onMutate: async (target) => {
      await cache.cancelQueries({ queryKey: pagesKey });
      const before = cache.getQueryData<Pages>(pagesKey);
      const now = new Date().toISOString();
      editPages(cache, (pages) => (target === "all" ? withAllRead(pages, now) : withItemRead(pages, target.id, now)));
      return before;
    },
    onError: (_error, _what, before) => cache.setQueryData(pagesKey, before),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKey(notifications.list) }),
  });
}

/** What is above it arrived unseen, and stays unread. */
function newestShownId(cache: QueryClient): string | undefined {
  const pages = cache.getQueryData<Pages>(pagesKey);
  return pages && uniqueItems(pages)[0]?.id;
}
