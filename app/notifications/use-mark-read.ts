import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { call } from "#app/api/api.ts";
import { queryKey } from "#app/api/query.ts";
import { notifications } from "#contract/notifications.ts";
import { itemsOf, type Pages, withAllRead, withRead } from "./pages.ts";
import { editPages, pagesKey } from "./use-notifications.ts";

/**
 * Marks one or all as read: at once on the screen, and back to what the server knows when it fails. Without a connection it fails at once, as
 * what arrives until there is one again was not seen.
 */
export function useMarkRead() {
  const cache = useQueryClient();
  return useMutation({
    networkMode: "always",
    mutationFn: async (what: { readonly id: string } | "all") => {
      const { unreadcount } =
        what === "all"
          ? await call(notifications.readAll, { body: { upto: newestShown(cache) } }, { retry: false })
          : await call(notifications.read, { params: { id: what.id } });
      return unreadcount;
    },
    onMutate: async (what) => {
      await cache.cancelQueries({ queryKey: pagesKey });
      const before = cache.getQueryData<Pages>(pagesKey);
      const now = new Date().toISOString();
      editPages(cache, (pages) => (what === "all" ? withAllRead(pages, now) : withRead(pages, what.id, now)));
      return before;
    },
    onError: (_error, _what, before) => cache.setQueryData(pagesKey, before),
    onSettled: () => cache.invalidateQueries({ queryKey: queryKey(notifications.list) }),
  });
}

/** What is above it arrived unseen, and stays unread. */
function newestShown(cache: QueryClient): string | undefined {
  const pages = cache.getQueryData<Pages>(pagesKey);
  return pages && itemsOf(pages)[0]?.id;
}
