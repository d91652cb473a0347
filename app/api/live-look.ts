import type { Feed } from "./live-feed.ts";

/** Between two looks at the feed, ms: with the socket in case it lost a hint, without it in its stead. */
const pace = { on: 60_000, off: 15_000 } as const;

export interface LookParts {
  readonly feed: Feed;
  readonly page: {
    readonly visible: () => boolean;
    readonly online: () => boolean;
    /** Calls when the page is shown, hidden, focused, or the connection comes or goes. */
    readonly watch: (listener: () => void) => () => void;
  };
  readonly after: (ms: number, run: () => void) => () => void;
}

interface Look {
  /** There is something to see. */
  readonly now: () => void;
  /** There may be: a look under way will do. */
  readonly wake: () => void;
  /** Counts anew until the next look. */
  readonly plan: () => void;
  readonly stop: () => void;
}

/** Looks at the feed at once and then by itself, for as long as somebody sees the page. */
export function createLook({ feed, page, after }: LookParts, connected: () => boolean): Look {
  let callOff = () => {};
  let stopped = true;
  let busy = 0;

  function plan(): void {
    callOff();
    if (!stopped && page.visible()) callOff = after(connected() ? pace.on : pace.off, look);
  }
  function look(): void {
    callOff();
    stopped = false;
    if (!page.online()) return plan();
    busy++;
    void feed
      .catchUp()
      .catch(() => null)
      .then(() => {
        busy--;
        plan();
      });
  }
  return {
    now: look,
    wake: () => {
      if (busy === 0) look();
    },
    plan,
    stop: () => {
      stopped = true;
      callOff();
    },
  };
}
