import type { FeedChange } from "#contract/notifications.ts";
import type { SocketEvents } from "#contract/realtime.ts";
import { observable } from "#app/browser/observable.ts";

/** The events of the live connection; each may arrive twice. */
export interface LiveEvents extends Pick<SocketEvents, "message" | "admin_chat:message" | "notification"> {
  /** What changed, from the socket or fetched after a gap. */
  readonly changes: readonly FeedChange[];
  /** More changed than the server can list: everything on screen has to be refetched. */
  readonly resync: null;
}

/** `on` while the socket is connected; while `off` the feed is polled. */
export type LiveState = "on" | "off";

export interface LiveHub {
  readonly on: <Name extends keyof LiveEvents>(
    event: Name,
    listener: (payload: LiveEvents[Name]) => void,
  ) => () => void;
  readonly emit: <Name extends keyof LiveEvents>(event: Name, payload: LiveEvents[Name]) => void;
  readonly state: () => LiveState;
  readonly setState: (state: LiveState) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Passes events from the connection to the pages. */
export function createEventHub(): LiveHub {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  const { get, set, subscribe } = observable<{ state: LiveState }>({ state: "off" });
  return {
    on: (event, listener) => {
      const heard = listeners.get(event) ?? new Set();
      listeners.set(event, heard.add(listener));
      return () => heard.delete(listener);
    },
    emit: (event, payload) => {
      for (const listener of listeners.get(event) ?? []) listener(payload as never);
    },
    state: () => get().state,
    setState: (state) => {
      if (state !== get().state) set({ state });
    },
    subscribe,
  };
}

/** The hub of this page. */
export const hub: LiveHub = createEventHub();

/** The connection of this page, if any. */
export const live: { stop: (() => void) | null } = { stop: null };

/** Closes the connection at sign-out. */
export function stopLive(): void {
  live.stop?.();
  live.stop = null;
}
