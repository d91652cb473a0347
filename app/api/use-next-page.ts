import { useEffect, useState } from "react";

interface Paged {
  readonly data: { readonly pages: readonly unknown[] } | undefined;
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => Promise<unknown>;
}

/**
 * The way on in a list that others change too. A fetch of what is new, begun meanwhile, calls off that of the next page: `goOn` is
 * kept until the page is there or has failed.
 */
export function useNextPage({ data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: Paged): {
  readonly goingOn: boolean;
  readonly goOn: () => void;
} {
  const loaded = data?.pages.length ?? 0;
  /** The number of pages she asked for; 0: no more than there are. */
  const [wanted, setWanted] = useState(0);
  const failed = isFetchNextPageError && !isFetching;
  if (wanted > 0 && (loaded >= wanted || !hasNextPage || failed)) setWanted(0);
  const due = wanted > loaded && hasNextPage && !isFetching && !failed;
  useEffect(() => {
    if (due) void fetchNextPage();
  }, [due, fetchNextPage]);
  return {
    goingOn: wanted > loaded,
    goOn: () => {
      if (!hasNextPage) return;
      setWanted(loaded + 1);
      if (!isFetching) void fetchNextPage();
    },
  };
}
