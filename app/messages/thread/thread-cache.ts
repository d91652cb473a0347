import { call } from "#app/api/call.ts";
import { queryClient, queryKey } from "#app/api/query.ts";
import type { Message } from "#contract/messages/message.ts";
import { messages } from "#contract/messages/calls.ts";
import { catchUpSeq, lastSeq, mergeMessages, type Thread, contiguousSeq } from "./thread.ts";

/** Key of a conversation's thread in the cache. */
export const threadKey = (id: string): readonly unknown[] => queryKey(messages.messages, id);

const cachedThread = (id: string): Thread | undefined => queryClient.getQueryData<Thread>(threadKey(id));

/** The thread merged with these messages, with the read mark moved forward only. */
const mergeIntoThread = (thread: Thread, incoming: readonly Message[], readseq = 0): Thread => {
  const merged = mergeMessages(thread.messages, incoming);
  const readMark = Math.max(thread.readseq, readseq);
  return merged === thread.messages && readMark === thread.readseq
    ? thread
    : { ...thread, messages: merged, readseq: readMark };
};

const updateCached = (id: string, update: (thread: Thread) => Thread): void =>
  void queryClient.setQueryData<Thread>(threadKey(id), (thread) => thread && update(thread));

/** Messages that arrived for threads being loaded for the first time. */
const arrivedWhileLoading = new Map<string, Message[]>();

/** Adds messages to their cached threads, whatever way they came; for a thread nobody has opened, they are fetched when it is. */
export function addMessages(incoming: readonly Message[]): void {
  for (const id of new Set(incoming.map(({ conversationid }) => conversationid))) {
    const ofThread = incoming.filter((each) => each.conversationid === id);
    arrivedWhileLoading.get(id)?.push(...ofThread);
    updateCached(id, (thread) => mergeIntoThread(thread, ofThread));
  }
}

/** At most this many pages are fetched at once to reach the last read message. */
const maxPages = 10;

/** The patient has read up to `seq`. */
export const markThread = (id: string, seq: number): void =>
  updateCached(id, (thread) => mergeIntoThread(thread, [], seq));

/** A thread that is reopened is reloaded, so that it begins at the first unread message; without a connection the cached one stays. */
export function resetThread(id: string): void {
  if (navigator.onLine) queryClient.removeQueries({ queryKey: threadKey(id), type: "inactive" });
}

/** The current thread: its latest page, or everything above what is cached. */
export async function loadThread(id: string, signal: AbortSignal): Promise<Thread> {
  if (cachedThread(id)) return catchUp(id, signal);
  const arrivedMeanwhile: Message[] = [];
  arrivedWhileLoading.set(id, arrivedMeanwhile);
  try {
    const thread = mergeIntoThread(await latestPages(id, signal), arrivedMeanwhile);
    if (!threadHasGap(thread)) return thread;
    queryClient.setQueryData(threadKey(id), thread);
  } finally {
    if (arrivedWhileLoading.get(id) === arrivedMeanwhile) arrivedWhileLoading.delete(id);
  }
  return catchUp(id, signal);
}

/** Loads all unread messages when the thread opens, however many: it begins at the first of them. */
async function latestPages(id: string, signal: AbortSignal): Promise<Thread> {
  let thread: Thread = { messages: [], older: "", readseq: 0 };
  for (let pages = 0; thread.older !== null && pages < maxPages; pages++) {
    const query = thread.older ? { cursor: thread.older } : {};
    const { items, cursor, readseq } = await call(messages.messages, { params: { id }, query }, { signal });
    thread = { ...mergeIntoThread(thread, items, pages === 0 ? readseq : 0), older: cursor };
    if ((thread.messages[0]?.seq ?? 0) <= thread.readseq) break;
  }
  return thread;
}

/** Fetches everything above what is cached; keeps what arrives meanwhile by another way. */
async function catchUp(id: string, signal: AbortSignal): Promise<Thread> {
  for (let afterseq = catchUpSeq(cachedThread(id)!.messages); ;) {
    const page = await call(messages.messages, { params: { id }, query: { afterseq } }, { signal });
    const thread = mergeIntoThread(cachedThread(id)!, page.items, page.readseq);
    updateCached(id, () => thread);
    const next = Math.max(contiguousSeq(thread.messages), page.items.at(-1)?.seq ?? 0);
    if (page.items.length === 0 || page.cursor === null || next <= afterseq) return thread;
    afterseq = next;
  }
}

/** Fetches the page before what is cached; nothing where there is none. */
export async function loadOlder(id: string): Promise<void> {
  const cursor = cachedThread(id)?.older;
  if (!cursor) return;
  const page = await call(messages.messages, { params: { id }, query: { cursor } });
  updateCached(id, (thread) => ({ ...mergeIntoThread(thread, page.items), older: page.cursor }));
}

const threadHasGap = ({ messages: known }: Thread): boolean => contiguousSeq(known) !== lastSeq(known);

/** Whether a `seq` is missing in between. */
export function hasGap(id: string): boolean {
  const thread = cachedThread(id);
  return thread !== undefined && threadHasGap(thread);
}
