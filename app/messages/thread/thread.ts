import type { Message } from "#contract/messages/message.ts";

/** The loaded messages of a conversation. */
export interface Thread {
  /** By `seq`; where a number is missing in between, a gap has to be fetched. */
  readonly messages: readonly Message[];
  /** Cursor of the older ones; null: there are none. */
  readonly older: string | null;
  readonly readseq: number;
}

/** Merges two versions of one message: one that's answered, or was taken back, stays so, however late the other version arrives. */
const preferFinal = (known: Message, incoming: Message): Message =>
  known.misfiled === "withdrawn" || (known.actionstatus === "ANSWERED" && incoming.actionstatus === "PENDING")
    ? known
    : incoming;

const isSameMessage = (one: Message, other: Message): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Merges both lists, each message once, by `seq`. Returns `known` itself where nothing is new. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  let changed = false;
  for (const message of incoming) {
    const before = bySeq.get(message.seq);
    const after = before ? preferFinal(before, message) : message;
    if (before && isSameMessage(before, after)) continue;
    changed = true;
    bySeq.set(message.seq, after);
  }
  return changed ? [...bySeq.values()].sort((one, other) => one.seq - other.seq) : known;
}

/** The last `seq` before the first gap: what lies above it is fetched, never guessed. 0 where nothing is loaded. */
export function contiguousSeq(messages: readonly Message[]): number {
  const gap = messages.findIndex(({ seq }, index) => index > 0 && seq !== messages[index - 1]!.seq + 1);
  return (gap === -1 ? messages.at(-1) : messages[gap - 1])?.seq ?? 0;
}

/** Whether it is by somebody other than the patient, and for them. */
export const isFromOthers = ({ sender, misfiled }: Message): boolean =>
  sender.role !== "patient" && misfiled !== "withdrawn";

/** How many messages by others are above `seq`. */
export const countFromOthers = (messages: readonly Message[], seq: number): number =>
  messages.filter((message) => message.seq > seq && isFromOthers(message)).length;

/** The last `seq`; 0 in an empty thread. */
export const lastSeq = (messages: readonly Message[]): number => messages.at(-1)?.seq ?? 0;

/** What stands below the patient's own messages that nobody has answered yet, by `seq`: up to where the practice has read, and that the last one arrived. */
export function arrivalStates(
  messages: readonly Message[],
  staffreadseq: number | null,
): ReadonlyMap<number, "sent" | "read"> {
  const own = messages.slice(messages.findLastIndex(isFromOthers) + 1);
  const read = own.findLast(({ seq }) => seq <= (staffreadseq ?? 0));
  return new Map([
    ...own.slice(-1).map(({ seq }) => [seq, "sent"] as const),
    ...(read ? [[read.seq, "read"] as const] : []),
  ]);
}

/** How far back, in messages, an open request is fetched again when the thread catches up. */
const recheckSpan = 50;

/**
 * The `seq` from which a thread catches up: above the last before a gap, and again above an open request among the latest, which may have been
 * answered elsewhere.
 */
export function catchUpSeq(messages: readonly Message[]): number {
  const top = contiguousSeq(messages);
  const open = messages.find(({ seq, actionstatus }) => actionstatus === "PENDING" && seq > top - recheckSpan);
  return open ? Math.min(top, open.seq - 1) : top;
}
