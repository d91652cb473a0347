import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { call } from "#app/api/call.ts";
import { queryKey, queryOf } from "#app/api/query.ts";
import { support } from "#contract/support.ts";

/** How long an article stays fresh: the practice rarely changes one. */
const staleTime = 10 * 60_000;

/** Articles matching words, best match first, or of a category (empty: all); the previous ones stay on screen during a fetch. */
export const useArticles = (q: string, category: string) =>
  useInfiniteQuery({
    queryKey: queryKey(support.searchArticles, { q, category }),
    queryFn: ({ pageParam, signal }) =>
      call(
        support.searchArticles,
        { query: { ...(q ? { q } : category && { category }), ...(pageParam && { nextpage: pageParam }) } },
        { signal },
      ),
    initialPageParam: "",
    getNextPageParam: ({ nextpage }) => nextpage,
    placeholderData: keepPreviousData,
    staleTime,
  });

/** One article; null for an unknown id. */
export const useArticle = (id: string) =>
  useQuery({
    ...queryOf(support.articles, { body: { articleIds: [id] } }),
    select: ({ items }) => items[0] ?? null,
    staleTime,
  });
