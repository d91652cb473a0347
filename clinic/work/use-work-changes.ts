import { useEffect, useSyncExternalStore } from "react";
import { observable } from "#app/browser/observable.ts";
import { usePageVisible } from "#app/browser/visibility.ts";

/** Where the server says that something to do has changed; each line is without content. */
const streamUrl = "/api/clinic/work/stream";
/** Several changes at once, like a batch of parcels, are one look: the first is at once, the next ones this far apart, ms. */
export const gatherMs = 400;
/** How soon to ask again where the server gave no stream, ms. */
export const againMs = 30_000;
/** How often a page asks the server while the stream is up, ms: a claim also expires without anybody doing anything. */
const slowMs = 60_000;

/** What of an `EventSource` is used. */
interface Source {
  onopen: (() => void) | null;
  onmessage: (() => void) | null;
  onerror: (() => void) | null;
  readonly readyState: number;
  close(): void;
}
const closedState = 2;

interface Parts {
  readonly open: (url: string) => Source;
  readonly later: (run: () => void, ms: number) => () => void;
  readonly now: () => number;
}

/** Follows what the server says of changes, and knows whether it would hear of one. */
export function createWorkChanges({ open, later, now }: Parts) {
  const store = observable({ up: false });
  return {
    get: store.get,
    subscribe: store.subscribe,
    /**
     * Calls `changed` for changes until the returned function is called, and not again before what it gave has ended: looks that take longer than the
     * next change would otherwise end one another, and none would ever show anything.
     */
    follow: (changed: () => Promise<unknown>): (() => void) => {
      let source: Source | null = null;
      let cancelAgain = () => {};
      let cancelLook: (() => void) | null = null;
      let lookedAt = -Infinity;
      /** The look under way, and whether something has changed since it began. */
      let underWay: { missed: boolean } | null = null;
      let stopped = false;
      const lookSoon = () => {
        if (underWay) underWay.missed = true;
        else cancelLook ??= later(() => void look(), Math.max(0, lookedAt + gatherMs - now()));
      };
      const look = async () => {
        cancelLook = null;
        lookedAt = now();
        const own = (underWay = { missed: false });
        await changed();
        underWay = null;
        if (own.missed && !stopped) lookSoon();
      };
      const connect = () => {
        source = open(streamUrl);
        source.onopen = () => store.set({ up: true });
        source.onmessage = () => {
          store.set({ up: true });
          lookSoon();
        };
        source.onerror = () => {
          store.set({ up: false });
          // Otherwise the browser reconnects.
          if (source?.readyState === closedState) cancelAgain = later(connect, againMs);
        };
      };
      connect();
      return () => {
        stopped = true;
        cancelAgain();
        cancelLook?.();
        source?.close();
        store.set({ up: false });
      };
    },
  };
}

const later = (run: () => void, ms: number) => {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
};
const workChanges = createWorkChanges({
  open: (url) => new EventSource(url) as unknown as Source,
  later,
  now: () => performance.now(),
});

/** Calls `changed` whenever something to do has changed, while this page is open to its person; once a page. */
export function useWorkChanges(isOpen: boolean, changed: () => Promise<unknown>): void {
  useEffect(() => {
    if (!isOpen || typeof EventSource === "undefined") return;
    return workChanges.follow(changed);
  }, [isOpen, changed]);
}

/** How often a query of work is refetched: rarely while the server announces changes, every `downMs` where it can't; not while the page is hidden. */
export function useLookEvery(downMs: number): number | false {
  const { up } = useSyncExternalStore(workChanges.subscribe, workChanges.get, workChanges.get);
  return usePageVisible() ? (up ? slowMs : downMs) : false;
}
