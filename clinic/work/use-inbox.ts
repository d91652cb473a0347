import { useQuery } from "@tanstack/react-query";
import { usePageVisible } from "#app/browser/visibility.ts";
import { call } from "#clinic/api/call.ts";
import type { StaffCall } from "#clinic/api/client.ts";
import { serverClock } from "#clinic/api/server-clock.ts";
import { queryClient, queryKey as keyOf } from "#clinic/api/query.ts";
import { useScopes, useSession } from "#clinic/session/current.ts";
import { care } from "#contract/care/calls.ts";
import { staffWorkCalls } from "#contract/staff/work.ts";
import type { Scope } from "#contract/http/scopes.ts";
import { type InboxItem, type QueueName, queues, queuesFor } from "./queues.ts";
import { byUrgency } from "./urgency.ts";
import { useWorkChanges } from "./use-work-changes.ts";

export interface Inbox {
  /** By urgency. */
  readonly items: readonly InboxItem[];
  /** Queues of which more waits than was read: those that wait longest are here. */
  readonly cut: readonly QueueName[];
}

/** How many pages of one queue are read at a time. */
const maxPages = 4;
/** How often the list looks by itself, ms, in case the server could not tell of a change. Each look reads patients' names, which the audit notes. */
const lookEveryMs = 60_000;

/** Everything that waits in the queues these scopes open, up to some pages of each. */
export async function readInbox(
  callAs: StaffCall,
  scopes: readonly Scope[],
  now: number,
  options: Parameters<StaffCall>[2] = {},
  pages = maxPages,
): Promise<Inbox> {
  const read = await Promise.all(
    queuesFor(scopes).map(async (name) => {
      const items: InboxItem[] = [];
      let next: string | null | undefined;
      for (let page = 0; page < pages && next !== null; page++) {
        const answer = await queues[name].read(callAs, next, options);
        items.push(...answer.items);
        next = answer.nextpage;
      }
      return { name, items, cut: next !== null };
    }),
  );
  return {
    items: byUrgency(
      read.flatMap(({ items }) => items),
      now,
    ),
    cut: read.filter(({ cut }) => cut).map(({ name }) => name),
  };
}

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
      keyOf(care.conversation),
      keyOf(care.patientConversations),
      keyOf(care.prescriptionRenewals),
      keyOf(care.upsells),
    ].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
  );

/** The one query of the inbox: its list, its filter's counts and its badge all come from here. */
export function useInbox() {
  const scopes = useScopes();
  const visible = usePageVisible();
  return useQuery({
    queryKey: ["inbox", scopes.toSorted().join()],
    queryFn: async ({ signal, client, queryKey }) => {
      const options = { signal, background: true };
      // What has waited longest in each queue is the first page: somebody can begin with it while the others come.
      if (client.getQueryData(queryKey) === undefined)
        client.setQueryData(queryKey, await readInbox(call, scopes, serverClock.now(), options, 1));
      return readInbox(call, scopes, serverClock.now(), options);
    },
    enabled: queuesFor(scopes).length > 0,
    refetchInterval: visible ? lookEveryMs : false,
  });
}
