import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { Endpoint, Output } from "#contract/http/endpoint.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import { call } from "./call.ts";
import type { CallInput } from "./request.ts";
import { session } from "./session/session.ts";
import { tokenPatientId } from "./session/token.ts";

/** The one cache of server data; the client retries by itself, so queries do not. */
export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } },
});

let patientId = tokenPatientId(session.get().token);
session.subscribe(() => {
  const { token } = session.get();
  if (token !== null && tokenPatientId(token) === patientId) return;
  patientId = tokenPatientId(token);
  queryClient.clear();
});

/** Key of a call's data in the cache; without input, of the call with any input. */
export const queryKey = (endpoint: Endpoint, input?: unknown): readonly unknown[] =>
  input === undefined ? [endpoint.method, fullPath(endpoint)] : [endpoint.method, fullPath(endpoint), input];

/** Refetches the data of these calls, with any input, where it is on screen. */
export const refetchQueries = (cache: QueryClient, endpoints: readonly Endpoint[]): Promise<unknown> =>
  Promise.all(endpoints.map((endpoint) => cache.invalidateQueries({ queryKey: queryKey(endpoint) })));

/** A call as a query: `useQuery(queryOf(account.user, {}))`. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOptions<Output<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
