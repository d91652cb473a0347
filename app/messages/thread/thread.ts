import type { Message } from "#contract/entities.ts";

/** What is known of the messages of a conversation. */
export interface Thread {
  /** By `seq`; where a number is missing in between, a gap has to be fetched. */
  readonly messages: readonly Message[];
  /** Where the older ones go on; null: none are older. */
  readonly older: string | null;
  readonly readseq: number;
}

/** Two versions of one message: what she answered stays answered, however late the other version comes. */
const preferAnswered = (known: Message, incoming: Message): Message =>
  known.actionstatus === "ANSWERED" && incoming.actionstatus === "PENDING" ? known : incoming;

const isSameMessage = (one: Message, other: Message): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Both, each message once, by `seq`. Gives back `known` itself where nothing is new. */
export function mergeMessages(known: readonly Message[], incoming: readonly Message[]): readonly Message[] {
  const bySeq = new Map(known.map((message) => [message.seq, message]));
  let changed = false;
  for (const message of incoming) {
    const before = bySeq.get(message.seq);
    const after = before ? preferAnswered(before, message) : message;
    if (before && isSameMessage(before, after)) continue;
    changed = true;
    bySeq.set(message.seq, after);
  }
  return changed ? [...bySeq.values()].sort((one, other) => one.seq - other.seq) : known;
}

/** The last `seq` before the first gap: what lies above it is fetched, never guessed. 0 where nothing is known. */
export function contiguousSeq(messages: readonly Message[]): number {
  const gap = messages.findIndex(({ seq }, index) => index > 0 && seq !== messages[index - 1]!.seq + 1);
  return (gap === -1 ? messages.at(-1) : messages[gap - 1])?.seq ?? 0;
}

/** Whether it is by somebody else than the patient. */
export const isFromOthers = ({ sender }: Message): boolean => sender.role !== "patient";

/** How many by others are above `seq`. */
export const countFromOthers = (messages: readonly Message[], seq: number): number =>
  messages.filter((message) => message.seq > seq && isFromOthers(message)).length;

/** The last `seq` there is; 0 in an empty thread. */
export const lastSeq = (messages: readonly Message[]): number => messages.at(-1)?.seq ?? 0;

/** How far back an open request is looked at again when the thread catches up. */
const recheckSpan = 50;

/**
 * From where a thread catches up: above the last before a gap, and again above an open request among the latest, which may have been
 * answered elsewhere.
 */
export function catchUpSeq(messages: readonly Message[]): number {
  const top = contiguousSeq(messages);
  const open = messages.find(({ seq, actionstatus }) => actionstatus === "PENDING" && seq > top - recheckSpan);
  return open ? Math.min(top, open.seq - 1) : top;
}
