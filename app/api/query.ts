import { QueryClient, queryOptions } from "@tanstack/react-query";
import type { Endpoint, Output } from "#contract/http/endpoint.ts";
import { fullPath } from "#contract/http/endpoint.ts";
import type { ChangeTopic } from "#contract/http/topics.ts";
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

/** Calls whose data may be in the cache, with the topics they show, by method and path. */
const shownTopics = new Map<string, readonly ChangeTopic[]>();
const callName = (method: unknown, path: unknown): string => `${String(method)} ${String(path)}`;

/** Key of a call's data in the cache; without input, of the call with any input. */
export function queryKey(endpoint: Endpoint, input?: unknown): readonly unknown[] {
  const { method, shows } = endpoint;
  const path = fullPath(endpoint);
  if (shows) shownTopics.set(callName(method, path), shows);
  return input === undefined ? [method, path] : [method, path, input];
}

/** Outdates the data of every call that shows one of these topics, and refetches what of it is on screen. */
export function refetchShowing(cache: QueryClient, topics: Iterable<ChangeTopic>): Promise<void> {
  const changed = new Set(topics);
  return cache.invalidateQueries({
    predicate: ({ queryKey: [method, path] }) =>
      shownTopics.get(callName(method, path))?.some((topic) => changed.has(topic)) ?? false,
  });
}

/** A call as a query: `useQuery(queryOf(account.user, {}))`. */
export const queryOf = <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
  queryOptions<Output<E>>({
    queryKey: queryKey(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  });
