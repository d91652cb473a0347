import type { ChangeFeed } from "./change-feed.ts";

/** Time between polls of the feed, ms: with the socket in case it missed an event, without it as its replacement. */
const pollIntervalMs = { on: 60_000, off: 15_000 } as const;

export interface PollServices {
  readonly feed: ChangeFeed;
  readonly page: {
    readonly visible: () => boolean;
    readonly online: () => boolean;
    /** Calls when the page is shown, hidden, focused, or the connection comes or goes. */
    readonly watch: (listener: () => void) => () => void;
  };
  readonly after: (ms: number, run: () => void) => () => void;
}

interface FeedPoller {
  /** Polls at once: there is something new. */
  readonly pollNow: () => void;
  /** There may be something new: a poll already under way suffices. */
  readonly pollIfIdle: () => void;
  /** Restarts the interval until the next poll. */
  readonly schedule: () => void;
  readonly stop: () => void;
}

/** Polls the feed at once and then at intervals, for as long as the page is visible. */
export function createFeedPoller({ feed, page, after }: PollServices, connected: () => boolean): FeedPoller {
  let cancelTimer = () => {};
  let stopped = true;
  let busy = 0;

  function schedule(): void {
    cancelTimer();
    if (!stopped && page.visible()) cancelTimer = after(connected() ? pollIntervalMs.on : pollIntervalMs.off, poll);
  }
  function poll(): void {
    cancelTimer();
    stopped = false;
    if (!page.online()) return schedule();
    busy++;
    void feed
      .catchUp()
      .catch(() => null)
      .then(() => {
        busy--;
        schedule();
      });
  }
  return {
    pollNow: poll,
    pollIfIdle: () => {
      if (busy === 0) poll();
    },
    schedule,
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
}
