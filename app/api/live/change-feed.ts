import type { Output } from "#contract/http/endpoint.ts";
import type { FeedChange, notifications } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";
import { isApiError } from "../api-error.ts";

type Page = Output<typeof notifications.changes>;

/** Follows the feed of changes by its cursor. */
export interface ChangeFeed {
  /** Fetches and delivers what changed since the kept cursor; the first time it only learns the place. Throws as the call does. */
  readonly catchUp: () => Promise<void>;
  /** Takes what the socket told. Answers false when something is missing in between: it has to be fetched. */
  readonly take: (event: SocketEvents["changes"]) => boolean;
  /** Somebody else's feed comes next. */
  readonly forget: () => void;
}

export function createChangeFeed(services: {
  readonly fetch: (cursor: string | undefined) => Promise<Page>;
  readonly deliver: (items: readonly FeedChange[]) => void;
  /** The cursor was too old: everything may have changed. */
  readonly missed: () => void;
}): ChangeFeed {
  let cursor: string | undefined;
  let running: Promise<void> | null = null;
  /** Asked for while one was under way, which may have read before. */
  let rerun = false;
  /** Counts whose feed it is. */
  let generation = 0;

  async function fetchPage(): Promise<boolean> {
    const [askedGeneration, from] = [generation, cursor];
    const response = await services.fetch(from).catch((error: unknown) => {
      if (from === undefined || !isApiError(error) || error.code !== "gone") throw error;
      return null;
    });
    if (askedGeneration !== generation) return false;
    if (response === null) return resync(askedGeneration);
    // The socket may have told more meanwhile.
    if (cursor === from) cursor = response.cursor;
    if (response.items.length > 0) services.deliver(response.items);
    return response.more && response.cursor !== from;
  }

  /** The new place first: what comes after it is told again, what came before is among all that is fetched. */
  async function resync(askedGeneration: number): Promise<boolean> {
    const first = await services.fetch(undefined);
    if (askedGeneration !== generation) return false;
    cursor = first.cursor;
    services.missed();
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
    take: ({ items, from, cursor: next }) => {
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
