/** A patient's message on its way to the server. */
export interface OutgoingMessage {
  /** Its permanent id, also the idempotency key of every attempt: it is never delivered twice. */
  readonly clientid: string;
  readonly conversationid: string;
  readonly text: string;
  readonly file: File | null;
  /** When the patient sent it, ms; also its position in the order. */
  readonly at: number;
  /**
   * `waiting` is sent automatically · `failed` needs the patient to resend it and blocks what they wrote after it · `refused` will never be accepted.
   */
  readonly state: "waiting" | "failed" | "refused";
  /** Why it failed, in text for the patient. */
  readonly reason: string | null;
  /** Earliest next attempt, ms. */
  readonly notbefore: number;
}

/** The error of an attempt. */
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

/** Sorts by the order they were sent in. */
export const sortOutgoing = (entries: readonly OutgoingMessage[]): readonly OutgoingMessage[] =>
  entries.toSorted((one, other) => one.at - other.at || (one.clientid < other.clientid ? -1 : 1));

/** Timestamp for a new message: after all others, even if the clock was set back. */
export const nextTimestamp = (entries: readonly OutgoingMessage[], now: number): number =>
  Math.max(now, ...entries.map(({ at }) => at + 1));

/** The first of each conversation that is not refused: the others follow it. */
const firstSendable = (entries: readonly OutgoingMessage[]): readonly OutgoingMessage[] => {
  const open = sortOutgoing(entries).filter(({ state }) => state !== "refused");
  return open.filter(
    ({ conversationid }, index) => open.findIndex((each) => each.conversationid === conversationid) === index,
  );
};

/** Whether an earlier one of its conversation needs the patient to resend it. */
export const isBlocked = (entries: readonly OutgoingMessage[], { conversationid, at }: OutgoingMessage): boolean =>
  entries.some((each) => each.conversationid === conversationid && each.at < at && each.state === "failed");

/** The one to send now. */
export const nextSendable = (entries: readonly OutgoingMessage[], now: number): OutgoingMessage | null =>
  firstSendable(entries).find(({ state, notbefore }) => state === "waiting" && notbefore <= now) ?? null;

/** How long until one can be sent, ms; null while none is waiting. */
export function msUntilNext(entries: readonly OutgoingMessage[], now: number): number | null {
  const times = firstSendable(entries).flatMap(({ state, notbefore }) => (state === "waiting" ? [notbefore] : []));
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - now);
}

/** A failed message that the patient resends. */
export const withRetry = (entry: OutgoingMessage): OutgoingMessage => ({
  ...entry,
  state: "waiting",
  reason: null,
  notbefore: 0,
});

/** The message after a failed attempt. */
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

/** Entries not yet among the messages: the response may be lost though the message arrived. */
export function withoutArrived(
  entries: readonly OutgoingMessage[],
  messages: readonly { readonly clientid: string | null }[],
): readonly OutgoingMessage[] {
  const arrivedIds = new Set(messages.map(({ clientid }) => clientid));
  return sortOutgoing(entries).filter(({ clientid }) => !arrivedIds.has(clientid));
}
