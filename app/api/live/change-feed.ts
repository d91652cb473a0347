import type { Output } from "#contract/http/endpoint.ts";
import type { FeedChange, notifications } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";
import { isApiError } from "../api-error.ts";

type Page = Output<typeof notifications.changes>;

/** Follows the feed of changes by its cursor. */
export interface ChangeFeed {
  /** Fetches and delivers what changed since the stored cursor; the first time it only learns the cursor. Throws as the call does. */
  readonly catchUp: () => Promise<void>;
  /** Delivers changes from the socket. Returns false when there is a gap before them: they have to be fetched. */
  readonly receive: (event: SocketEvents["changes"]) => boolean;
  /** Resets for another patient's feed. */
  readonly forget: () => void;
}

export function createChangeFeed(services: {
  readonly fetch: (cursor: string | undefined) => Promise<Page>;
  readonly deliver: (items: readonly FeedChange[]) => void;
  /** The cursor was too old: everything may have changed. */
  readonly onGap: () => void;
}): ChangeFeed {
  let cursor: string | undefined;
  let running: Promise<void> | null = null;
  /** Requested again while a fetch was under way, which may have read too early. */
  let rerun = false;
  /** Incremented on `forget`, so that late responses of another patient's feed are dropped. */
  let generation = 0;

  async function fetchPage(): Promise<boolean> {
    const [askedGeneration, from] = [generation, cursor];
    const response = await services.fetch(from).catch((error: unknown) => {
      if (from === undefined || !isApiError(error) || error.code !== "gone") throw error;
      return null;
    });
    if (askedGeneration !== generation) return false;
    if (response === null) return resync(askedGeneration);
    // The socket may have advanced the cursor meanwhile.
    if (cursor === from) cursor = response.cursor;
    if (response.items.length > 0) services.deliver(response.items);
    return response.more && response.cursor !== from;
  }

  /** Learns the new cursor first: later changes are delivered again, earlier ones are part of the full refetch. */
  async function resync(askedGeneration: number): Promise<boolean> {
    const first = await services.fetch(undefined);
    if (askedGeneration !== generation) return false;
    cursor = first.cursor;
    services.onGap();
    return false;
  }

  async function run(): Promise<void> {
    do rerun = false;
    while ((await fetchPage()) || rerun);
  }

  return {
    catchUp: () => {
      if (running) rerun = true;
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    receive: ({ items, from, cursor: next }) => {
      if (cursor === undefined || from !== cursor) return next === cursor;
      cursor = next;
      services.deliver(items);
      return true;
    },
    forget: () => {
      generation++;
      cursor = undefined;
    },
  };
}
