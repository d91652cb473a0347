import type { SocketEvents } from "#contract/realtime.ts";
import type { Caller, VerifiedToken } from "../http/handler.ts";

/** One change of a patient's, in the order of her feed. */
export interface FeedItem {
  readonly seq: number;
  readonly topic: string;
  readonly objectId: string | null;
  readonly at: Date;
}

/** A place in a feed: after the change `seq`, which happened `at` (ms), 0 when it is not known any more. */
export interface FeedCursor {
  readonly seq: number;
  readonly at: number;
}

/**
 * What is new of one patient: everything after `from`, in order, up to `to`. Where that is not known any more (the database was restored, or
 * the place is too old), nothing but the place her feed is at, as `from` and `to`: who is anywhere else fetches what is missing.
 */
export interface FeedUpdate {
  readonly patientId: string;
  readonly from: FeedCursor;
  readonly items: readonly FeedItem[];
  readonly to: FeedCursor;
}

export type SocketEvent = {
  readonly [Name in keyof SocketEvents]: { readonly name: Name; readonly body: SocketEvents[Name] };
}[keyof SocketEvents];

/** What the sockets need from the rooms. */
export interface RealtimePorts {
  /** Proves a bearer token; a Refusal's code says why not. */
  readonly prove: (bearer: string) => Promise<VerifiedToken>;
  /** Where the feed of a session's patient is at; null when there is no such session any more. */
  readonly join: (caller: Caller) => Promise<FeedCursor | null>;
  /** What happened beyond the places of many patients, at most `mostItems` of each. */
  readonly newsAfter: (cursors: ReadonlyMap<string, FeedCursor>) => Promise<readonly FeedUpdate[]>;
  /** The most items `newsAfter` gives of one patient: as many means there is more. */
  readonly mostItems: number;
  /** What sockets are told about it, by patient; what is not hers is left out. */
  readonly present: (updates: readonly FeedUpdate[]) => Promise<ReadonlyMap<string, readonly SocketEvent[]>>;
}
