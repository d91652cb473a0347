import { type QueryClient, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { usePageVisible } from "#app/browser/visibility.ts";
import { call } from "#clinic/api/call.ts";
import { queryClient, queryKey as keyOf } from "#clinic/api/query.ts";
import { usePermissions, useSession } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import { type InboxKind, inboxKindsFor, type AssigneeFilter } from "#contract/care/inbox-kinds.ts";
import { type InboxCount, type InboxItem, inboxPageMax } from "#contract/care/inbox.ts";
import type { Input } from "#contract/http/endpoint.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import { inboxPath } from "./inbox-filter.ts";
import { useWorkChanges } from "./use-work-changes.ts";

/** How often an open page looks without being told of a change, ms: what is due comes due, and the server may not have been able to tell. */
const lookEveryMs = 60_000;

/** Reads the inbox again when something to do has changed; once a page. */
export function useInboxUpdates(): void {
  const visible = usePageVisible();
  const { stage } = useSession();
  useWorkChanges(visible && stage === "open", readInboxAgain);
}

/** The inbox, who works on what, and the conversation or the requests that are open; what nobody looks at is read when somebody does. */
const readInboxAgain = () =>
  Promise.all(
    [
      ["inbox"],
      keyOf(staffWorkCalls.claims),
      keyOf(care.workItem),
      keyOf(care.task),
      keyOf(care.patientTasks),
      keyOf(care.conversation),
      keyOf(care.patientConversations),
      keyOf(care.prescriptionRenewals),
      keyOf(care.upsells),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

type InboxQuery = NonNullable<Input<typeof care.inbox>["query"]>;

const numbersKey = ["inbox", "numbers"] as const;

/** Asks for a part of the inbox; the numbers that every answer has are the newest there are. */
async function read(client: QueryClient, query: InboxQuery, signal: AbortSignal) {
  const answer = await call(care.inbox, { query }, { signal, background: true });
  if (query.patientid === undefined) client.setQueryData(numbersKey, answer.kinds);
  return answer;
}

const useLook = () => {
  const permissions = usePermissions();
  return {
    enabled: inboxKindsFor(permissions).length > 0,
    refetchInterval: usePageVisible() ? lookEveryMs : false,
  } as const;
};

/** How many wait of each kind, in the order of the filter. On the inbox's own page the list's answer says it, so that nothing else asks. */
export function useInboxNumbers() {
  const [path] = useLocation();
  const look = useLook();
  return useQuery<readonly InboxCount[]>({
    queryKey: numbersKey,
    queryFn: async ({ signal, client }) => (await read(client, { limit: 0 }, signal)).kinds,
    ...look,
    enabled: look.enabled && path !== inboxPath(null),
  });
}

/** The list, most urgent first, in pages. */
export function useInboxList(kind: InboxKind | null, assignee: AssigneeFilter) {
  return useInfiniteQuery({
    queryKey: ["inbox", "list", kind, assignee],
    queryFn: ({ signal, client, pageParam }) =>
      read(
        client,
        {
          ...(kind && { kind }),
          ...(assignee !== "all" && { whose: assignee }),
          ...(pageParam !== null && { nextpage: pageParam }),
        },
        signal,
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextpage }) => nextpage,
    ...useLook(),
  });
}

/** The most urgent of one kind, as many as are looked through for what comes next. */
export const useWaiting = (kind: InboxKind | "plan"): readonly InboxItem[] =>
  useItems(["inbox", "next", kind], { kind, limit: inboxPageMax });

/** What waits of this patient. */
export const useWaitingOf = (patientid: string): readonly InboxItem[] =>
  useItems(["inbox", "patient", patientid], { patientid, limit: inboxPageMax });

const none: readonly InboxItem[] = [];

function useItems(queryKey: readonly string[], query: InboxQuery): readonly InboxItem[] {
  const queryFn = async ({ signal, client }: { signal: AbortSignal; client: QueryClient }) =>
    (await read(client, query, signal)).items;
  return useQuery<readonly InboxItem[]>({ queryKey, queryFn, ...useLook() }).data ?? none;
}
