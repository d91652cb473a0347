import type { SocketEvents } from "#contract/realtime.ts";
import type { Caller, VerifiedToken } from "../http/handler.ts";

/** One change of a patient's data, in the order of their feed. */
export interface FeedItem {
  readonly seq: number;
  readonly topic: string;
  readonly objectId: string | null;
  readonly at: Date;
}

/** A position in a feed: after the change `seq`, which happened `at` (ms since the epoch), 0 if that is not known anymore. */
export interface FeedCursor {
  readonly seq: number;
  readonly at: number;
}

/**
 * A patient's new changes: everything after `from`, in order, up to `to`. If those are not known anymore (the database was restored, or
 * the cursor is too old), only the feed's current position, as both `from` and `to`: a client at any other position refetches.
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

/** What the sockets need from the features. */
export interface RealtimePorts {
  /** Authenticates a bearer token; a Refusal's code says why it failed. */
  readonly verifyToken: (bearer: string) => Promise<VerifiedToken>;
  /** The current feed position of a session's patient; null when the session has ended. */
  readonly openFeed: (caller: Caller) => Promise<FeedCursor | null>;
  /** Changes beyond the cursors of many patients, at most `maxItemsPerPatient` for each. */
  readonly updatesAfter: (cursors: ReadonlyMap<string, FeedCursor>) => Promise<readonly FeedUpdate[]>;
  /** Maximum number of items `updatesAfter` gives for one patient: that many means there may be more. */
  readonly maxItemsPerPatient: number;
  /** Socket events for the updates, by patient; what is not the patient's is left out. */
  readonly present: (updates: readonly FeedUpdate[]) => Promise<ReadonlyMap<string, readonly SocketEvent[]>>;
}
