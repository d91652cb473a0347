/** A message of hers on its way. */
export interface Outgoing {
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
export interface Trouble {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  /** Seconds. */
  readonly retryAfter: number | null;
}

const retryMs = 5000;
const busyMs = 2000;
const limitedSeconds = 10;

/** In the order she sent them. */
export const inOrder = (entries: readonly Outgoing[]): readonly Outgoing[] =>
  entries.toSorted((one, other) => one.at - other.at || (one.clientid < other.clientid ? -1 : 1));

/** Time of one sent now: after all others, also where the clock was put back. */
export const sentAt = (entries: readonly Outgoing[], now: number): number =>
  Math.max(now, ...entries.map(({ at }) => at + 1));

/** The first of each conversation that is not refused: the others come after it. */
const heads = (entries: readonly Outgoing[]): readonly Outgoing[] => {
  const open = inOrder(entries).filter(({ state }) => state !== "refused");
  return open.filter(
    ({ conversationid }, index) => open.findIndex((each) => each.conversationid === conversationid) === index,
  );
};

/** Whether an earlier one of its conversation waits for her to send it again. */
export const waitsForHer = (entries: readonly Outgoing[], { conversationid, at }: Outgoing): boolean =>
  entries.some((each) => each.conversationid === conversationid && each.at < at && each.state === "failed");

/** The one to send now. */
export const nextToSend = (entries: readonly Outgoing[], now: number): Outgoing | null =>
  heads(entries).find(({ state, notbefore }) => state === "waiting" && notbefore <= now) ?? null;

/** How long until one can be sent, ms; null while none waits. */
export function untilNext(entries: readonly Outgoing[], now: number): number | null {
  const times = heads(entries).flatMap(({ state, notbefore }) => (state === "waiting" ? [notbefore] : []));
  return times.length === 0 ? null : Math.max(0, Math.min(...times) - now);
}

/** Hers to send again. */
export const retried = (entry: Outgoing): Outgoing => ({ ...entry, state: "waiting", reason: null, notbefore: 0 });

/** What becomes of one whose try did not succeed. */
export function afterTrouble(entry: Outgoing, { status, code, message, retryAfter }: Trouble, now: number): Outgoing {
  const later = (ms: number): Outgoing => ({ ...entry, state: "waiting", reason: null, notbefore: now + ms });
  if (status === 0 || status === 401) return later(retryMs);
  if (status === 429) return later((retryAfter ?? limitedSeconds) * 1000);
  if (code === "in_flight") return later(busyMs);
  return { ...entry, state: status >= 500 ? "failed" : "refused", reason: message };
}

/** Those not yet among the messages: the answer may be lost, the message there. */
export function notYetThere(
  entries: readonly Outgoing[],
  messages: readonly { readonly clientid: string | null }[],
): readonly Outgoing[] {
  const there = new Set(messages.map(({ clientid }) => clientid));
  return inOrder(entries).filter(({ clientid }) => !there.has(clientid));
}
