import type { Output } from "#contract/endpoint.ts";
import type { Change, notifications } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";
import { isApiError } from "./api-error.ts";

type Page = Output<typeof notifications.changes>;

/** Follows the feed of changes by its cursor. */
export interface Feed {
  /** Fetches and delivers what changed since the kept cursor; the first time it only learns the place. Throws as the call does. */
  readonly catchUp: () => Promise<void>;
  /** Takes what the socket told. Answers false when something is missing in between: it has to be fetched. */
  readonly take: (told: SocketEvents["changes"]) => boolean;
  /** Somebody else's feed comes next. */
  readonly forget: () => void;
}

export function createFeed(parts: {
  readonly fetch: (cursor: string | undefined) => Promise<Page>;
  readonly deliver: (items: readonly Change[]) => void;
  /** The cursor was too old: everything may have changed. */
  readonly missed: () => void;
}): Feed {
  let cursor: string | undefined;
  let running: Promise<void> | null = null;
  /** Asked for while one was under way, which may have read before. */
  let again = false;
  /** Counts whose feed it is. */
  let owner = 0;

  async function page(): Promise<boolean> {
    const [asker, from] = [owner, cursor];
    const answer = await parts.fetch(from).catch((error: unknown) => {
      if (from === undefined || !isApiError(error) || error.code !== "gone") throw error;
      return null;
    });
    if (asker !== owner) return false;
    if (answer === null) return restart(asker);
    // The socket may have told more meanwhile.
    if (cursor === from) cursor = answer.cursor;
    if (answer.items.length > 0) parts.deliver(answer.items);
    return answer.more && answer.cursor !== from;
  }

  /** The new place first: what comes after it is told again, what came before is among all that is fetched. */
  async function restart(asker: number): Promise<boolean> {
    const place = await parts.fetch(undefined);
    if (asker !== owner) return false;
    cursor = place.cursor;
    parts.missed();
    return false;
  }

  async function run(): Promise<void> {
    do again = false;
    while ((await page()) || again);
  }

  return {
    catchUp: () => {
      if (running) again = true;
      running ??= run().finally(() => {
        running = null;
      });
      return running;
    },
    take: ({ items, from, cursor: next }) => {
      if (cursor === undefined || from !== cursor) return next === cursor;
      cursor = next;
      parts.deliver(items);
      return true;
    },
    forget: () => {
      owner++;
      cursor = undefined;
    },
  };
}
