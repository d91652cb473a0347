import { call } from "#app/api/api.ts";
import { queryClient, queryKey } from "#app/api/query.ts";
import type { Message } from "#contract/entities.ts";
import { messages } from "#contract/messages.ts";
import { catchUpFrom, lastSeq, mergeMessages, type Thread, unbrokenUpTo } from "./thread.ts";

/** Key of a conversation's thread in the cache. */
export const threadKey = (id: string): readonly unknown[] => queryKey(messages.messages, id);

const kept = (id: string): Thread | undefined => queryClient.getQueryData<Thread>(threadKey(id));

/** The thread with these messages in it, and the read mark where it is further. */
const withMore = (thread: Thread, given: readonly Message[], readseq = 0): Thread => {
  const merged = mergeMessages(thread.messages, given);
  const mark = Math.max(thread.readseq, readseq);
  return merged === thread.messages && mark === thread.readseq
    ? thread
    : { ...thread, messages: merged, readseq: mark };
};

const change = (id: string, by: (thread: Thread) => Thread): void =>
  void queryClient.setQueryData<Thread>(threadKey(id), (thread) => thread && by(thread));

/** What has come of threads that are being loaded for the first time. */
const arrived = new Map<string, Message[]>();

/** Messages that came by whatever way, put where they belong; of a thread nobody has opened they are fetched when it is. */
export function addMessages(given: readonly Message[]): void {
  for (const id of new Set(given.map(({ conversationid }) => conversationid))) {
    const its = given.filter((each) => each.conversationid === id);
    arrived.get(id)?.push(...its);
    change(id, (thread) => withMore(thread, its));
  }
}

/** So many pages are fetched at once to come to where she left off. */
const mostPages = 10;

/** She has read up to `seq`. */
export const markThread = (id: string, seq: number): void => change(id, (thread) => withMore(thread, [], seq));

/** A thread that is opened again is loaded again, so that it begins where she left off; without a connection what is known stays. */
export function startAnew(id: string): void {
  if (navigator.onLine) queryClient.removeQueries({ queryKey: threadKey(id), type: "inactive" });
}

/** The thread as it is now: its latest page, or all above what is known. */
export async function loadThread(id: string, signal: AbortSignal): Promise<Thread> {
  if (kept(id)) return catchUp(id, signal);
  const came: Message[] = [];
  arrived.set(id, came);
  try {
    const thread = withMore(await latestPages(id, signal), came);
    if (!isBroken(thread)) return thread;
    queryClient.setQueryData(threadKey(id), thread);
  } finally {
    if (arrived.get(id) === came) arrived.delete(id);
  }
  return catchUp(id, signal);
}

/** What she has not read is all there when the thread opens, however much it is: it begins where she left off. */
async function latestPages(id: string, signal: AbortSignal): Promise<Thread> {
  let thread: Thread = { messages: [], older: "", readseq: 0 };
  for (let pages = 0; thread.older !== null && pages < mostPages; pages++) {
    const query = thread.older ? { cursor: thread.older } : {};
    const { items, cursor, readseq } = await call(messages.messages, { params: { id }, query }, { signal });
    thread = { ...withMore(thread, items, pages === 0 ? readseq : 0), older: cursor };
    if ((thread.messages[0]?.seq ?? 0) <= thread.readseq) break;
  }
  return thread;
}

/** Fetches all above what is known; what comes meanwhile by another way is kept. */
async function catchUp(id: string, signal: AbortSignal): Promise<Thread> {
  for (let afterseq = catchUpFrom(kept(id)!.messages); ;) {
    const page = await call(messages.messages, { params: { id }, query: { afterseq } }, { signal });
    const thread = withMore(kept(id)!, page.items, page.readseq);
    change(id, () => thread);
    const next = Math.max(unbrokenUpTo(thread.messages), page.items.at(-1)?.seq ?? 0);
    if (page.items.length === 0 || page.cursor === null || next <= afterseq) return thread;
    afterseq = next;
  }
}

/** Fetches the page before what is known; nothing where there is none. */
export async function loadOlder(id: string): Promise<void> {
  const cursor = kept(id)?.older;
  if (!cursor) return;
  const page = await call(messages.messages, { params: { id }, query: { cursor } });
  change(id, (thread) => ({ ...withMore(thread, page.items), older: page.cursor }));
}

const isBroken = ({ messages: known }: Thread): boolean => unbrokenUpTo(known) !== lastSeq(known);

/** Whether a number is missing in between. */
export function hasGap(id: string): boolean {
  const thread = kept(id);
  return thread !== undefined && isBroken(thread);
}
