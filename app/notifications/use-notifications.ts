import { type QueryClient, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { call } from "#app/api/call.ts";
import { onLive } from "#app/api/live.ts";
import { queryKey } from "#app/api/query.ts";
import { usePagedList } from "#app/api/use-paged-list.ts";
import { notifications } from "#contract/notifications.ts";
import { newestPage, type Pages, withArrived } from "./notification-pages.ts";

/** Below the key of the call: invalidating the call refetches all loaded pages. */
export const pagesKey = [...queryKey(notifications.list), "pages"] as const;

/** Changes the loaded pages, if any. */
export const editPages = (cache: QueryClient, edit: (pages: Pages) => Pages): void =>
  void cache.setQueryData<Pages>(pagesKey, (pages) => pages && edit(pages));

/** The patient's notifications, page by page; new ones are added at the top. */
export function useNotifications() {
  const cache = useQueryClient();
  useEffect(
    () => onLive("notification", (arrived) => editPages(cache, (pages) => withArrived(pages, arrived))),
    [cache],
  );
  const query = useInfiniteQuery({
    queryKey: pagesKey,
    queryFn: ({ pageParam: nextpage, signal }) =>
      call(notifications.list, { query: nextpage === undefined ? {} : { nextpage } }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextpage }) => nextpage ?? undefined,
  });
  return { ...query, ...usePagedList(query) };
}
export type Notifications = ReturnType<typeof useNotifications>;

/** Keeps only the newest page, so that the panel begins at the top; a fetch of all loaded pages is replaced by one of that page. */
export async function resetToFirstPage(cache: QueryClient): Promise<void> {
  const loaded = cache.getQueryData<Pages>(pagesKey)?.pages.length ?? 0;
  if (loaded < 2) return;
  await cache.cancelQueries({ queryKey: pagesKey });
  editPages(cache, newestPage);
  await cache.invalidateQueries({ queryKey: pagesKey });
}
