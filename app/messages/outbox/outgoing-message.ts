/** A message of hers on its way. */
export interface OutgoingMessage {
  /** Its id for ever, also the key of every try to send it: it is never there twice. */
  readonly clientid: string;
  readonly conversationid: string;
  readonly text: string;
  readonly file: File | null;
  /** When she sent it, ms; also its place in the order. */
  readonly at: number;
  /**
   * `waiting` is sent by itself · `failed` waits for her, and what she wrote after it waits too · `refused` will never be taken.
   */
  readonly state: "waiting" | "failed" | "refused";
  /** Why it failed, in words for her. */
  readonly reason: string | null;
  /** Not tried before, ms. */
  readonly notbefore: number;
}

/** What went wrong with a try. */
export interface SendError {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number | null;
}

const retryMs = 5000;
const inFlightRetryMs = 2000;
const rateLimitSeconds = 10;

/** In the order she sent them. */
export const sortOutgoing = (entries: readonly OutgoingMessage[]): readonly OutgoingMessage[] =>
  entries.toSorted((one, other) => one.at - other.at || (one.clientid < other.clientid ? -1 : 1));

/** Time of one sent now: after all others, also where the clock was put back. */
export const nextTimestamp = (entries: readonly OutgoingMessage[], now: number): number =>
  Math.max(now, ...entries.map(({ at }) => at + 1));

/** The first of each conversation that is not refused: the others come after it. */
const firstSendable = (entries: readonly OutgoingMessage[]): readonly OutgoingMessage[] => {
  const open = sortOutgoing(entries).filter(({ state }) => state !== "refused");
  return open.filter(
    ({ conversationid }, index) => open.findIndex((each) => each.conversationid === conversationid) === index,
  );
};

/** Whether an earlier one of its conversation waits for her to send it again. */
export const isBlocked = (entries: readonly OutgoingMessage[], { conversationid, at }: OutgoingMessage): boolean =>
  entries.some((each) => each.conversationid === conversationid && each.at < at && each.state === "failed");

/** The one to send now. */
export const nextSendable = (entries: readonly OutgoingMessage[], now: number): OutgoingMessage | null =>
  firstSendable(entries).find(({ state, notbefore }) => state === "waiting" && notbefore <= now) ?? null;

/** How long until one can be sent, ms; null while none waits. */
export function msUntilNext(entries: readonly OutgoingMessage[], now: number): number | null {
  const times = firstSendable(entries).flatMap(({ state, notbefore }) => (state === "waiting" ? [notbefore] : []));
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - now);
}

/** Hers to send again. */
export const withRetry = (entry: OutgoingMessage): OutgoingMessage => ({
  ...entry,
  state: "waiting",
  reason: null,
  notbefore: 0,
});

/** What becomes of one whose try did not succeed. */
export function withSendError(
  entry: OutgoingMessage,
  { status, code, message, retryAfter }: SendError,
  now: number,
): OutgoingMessage {
  const retryIn = (ms: number): OutgoingMessage => ({ ...entry, state: "waiting", reason: null, notbefore: now + ms });
  if (status === 0 || status === 401) return retryIn(retryMs);
  if (status === 429) return retryIn((retryAfter ?? rateLimitSeconds) * 1000);
  if (code === "in_flight") return retryIn(inFlightRetryMs);
  return { ...entry, state: status >= 500 ? "failed" : "refused", reason: message };
}

/** Those not yet among the messages: the answer may be lost, the message there. */
export function withoutArrived(
  entries: readonly OutgoingMessage[],
  messages: readonly { readonly clientid: string | null }[],
): readonly OutgoingMessage[] {
  const arrivedIds = new Set(messages.map(({ clientid }) => clientid));
  return sortOutgoing(entries).filter(({ clientid }) => !arrivedIds.has(clientid));
}
