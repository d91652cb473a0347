import { useEffect, useState } from "react";

interface PagedQuery {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * Loading more pages of a list that others change too. A refetch started meanwhile cancels the fetch of the next page: `loadMore` repeats it until the
 * page is there or has failed.
 */
export function usePagedList({ data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: PagedQuery): {
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
} {
  const loaded = data?.pages.length ?? 0;
  /** The number of pages requested; 0: no more than are loaded. */
  const [requestedPages, setRequestedPages] = useState(0);
  const failed = isFetchNextPageError && !isFetching;
  if (requestedPages > 0 && (loaded >= requestedPages || !hasNextPage || failed)) setRequestedPages(0);
  const due = requestedPages > loaded && hasNextPage && !isFetching && !failed;
  useEffect(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
  return {
    isLoadingMore: requestedPages > loaded,
    loadMore: () => {
      if (!hasNextPage) return;
      setRequestedPages(loaded + 1);
      if (!isFetching) void fetchNextPage();
    },
  };
}
