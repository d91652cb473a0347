import { useSyncExternalStore } from "react";
import { isOffline, whenConnected } from "#app/browser/connection.ts";
import { notifications } from "#contract/notifications.ts";
import { after } from "#app/browser/timers.ts";
import { call, goTo, refresh } from "./call.ts";
import { sessionExpiredPath } from "./session/token-refresh.ts";
import { maintainConnection } from "./live/connection.ts";
import { createChangeFeed } from "./live/change-feed.ts";
import { hub, live, type LiveState, stopLive } from "./live/event-hub.ts";
import { session } from "./session/session.ts";

/** The patient's feed; its cursor outlives the connection. */
const feed = createChangeFeed({
  fetch: (cursor) =>
    call(notifications.changes, { query: cursor === undefined ? {} : { cursor } }, { retry: false, silent: true }),
  deliver: (items) => hub.emit("changes", items),
  onGap: () => hub.emit("resync", null),
});

const page = {
  visible: () => document.visibilityState === "visible",
  online: () => !isOffline(),
  watch: (listener: () => void) => {
    const events = ["focus", "online", "offline"] as const;
    document.addEventListener("visibilitychange", listener);
    for (const event of events) addEventListener(event, listener);
    return () => {
      document.removeEventListener("visibilitychange", listener);
      for (const event of events) removeEventListener(event, listener);
    };
  },
};

/**
 * Starts delivering changes to the pages while somebody is signed in: over the socket, and by polling the feed when there is none. A second call
 * returns the first one's stop function. Returns a function that stops it.
 */
export function startLive(): () => void {
  live.stop ??= maintainConnection({
    feed,
    page,
    session,
    hub,
    refresh,
    open: async (token) => {
      await whenConnected();
      return (await import("./live/socket.ts")).openSocket(token);
    },
    end: () => {
      session.clear();
      goTo(sessionExpiredPath);
    },
    after,
    random: Math.random,
  });
  return stopLive;
}

/** Subscribes `listener` to an event of the connection; returns the unsubscribe function. An event may arrive twice. */
export const onLive = hub.on;

/** Whether the connection is up: while it is `off`, changes come within 15 s. */
export const useLiveState = (): LiveState => useSyncExternalStore(hub.subscribe, hub.state, () => "off");
