import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { CallInput } from "#app/api/request.ts";
import { type Endpoint, fullPath, type Output } from "#contract/http/endpoint.ts";
import { call } from "./call.ts";

/** The one cache of the server's answers; it is cleared when the person changes or leaves. The client retries, so queries don't. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 5_000 }, mutations: { retry: false } },
});

const drops = new Set<() => void>();
/** What else holds data of who is signed in drops it where the cache is cleared. */
export const dropWithData = (drop: () => void): void => void drops.add(drop);

/** The person changes or leaves. */
export function clearData(): void {
  queryClient.clear();
  for (const drop of drops) drop();
}

/** Key of a call's answers in the cache; without input, of the call with any input. */
export const queryKey = (endpoint: Endpoint, input?: unknown): readonly unknown[] =>
  input === undefined ? [endpoint.method, fullPath(endpoint)] : [endpoint.method, fullPath(endpoint), input];

/** A call as a query: `useQuery(queryOf(staff.members, {}))`. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOptions<Output<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
