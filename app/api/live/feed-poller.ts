import type { ChangeFeed } from "./change-feed.ts";

/** Between two looks at the feed, ms: with the socket in case it lost a hint, without it in its stead. */
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
  /** There is something to see. */
  readonly now: () => void;
  /** There may be: a look under way will do. */
  readonly wake: () => void;
  /** Counts anew until the next look. */
  readonly plan: () => void;
  readonly stop: () => void;
}

/** Looks at the feed at once and then by itself, for as long as somebody sees the page. */
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
    now: poll,
    wake: () => {
      if (busy === 0) poll();
    },
    plan: schedule,
    stop: () => {
      stopped = true;
      cancelTimer();
    },
  };
}
