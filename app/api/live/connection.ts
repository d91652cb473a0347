import { invalidTokenText } from "#contract/realtime.ts";
import type { LiveHub } from "./event-hub.ts";
import { createFeedPoller, type PollServices } from "./feed-poller.ts";
import type { LiveSocket } from "./socket.ts";
import type { SessionStore } from "../session/session.ts";
import { samePatient } from "../session/token.ts";

/** Time after which a hidden page closes its connection, ms. */
const hiddenTimeoutMs = 5 * 60_000;
/** First and longest delay before a retry where the socket does not reconnect by itself, ms; doubled each time. */
const [firstRetryDelay, maxRetryDelay] = [2000, 60_000];
export interface ConnectionServices extends PollServices {
  readonly open: (token: () => string | null) => Promise<LiveSocket>;
  readonly session: Pick<SessionStore, "get" | "subscribe" | "sync">;
  /** Renews a token that is no longer accepted; null when the session is over. */
  readonly refresh: (token: string) => Promise<string | null>;
  /** Ends the session: clears it and goes to sign-in. */
  readonly end: () => void;
  readonly hub: LiveHub;
  /** 0–1, so that clients don't all reconnect at the same moment. */
  readonly random: () => number;
}

/** Keeps a connection for whoever is signed in, and the feed caught up with or without it. Returns a function that stops both. */
export function maintainConnection(services: ConnectionServices): () => void {
  const { session, hub, feed } = services;
  /** After a sign-out in another tab nothing is requested: the call would go out without a token and be refused. */
  const catchUp = async () => {
    session.sync();
    if (session.get().token !== null) await feed.catchUp();
  };
  const poller = createFeedPoller({ ...services, feed: { ...feed, catchUp } }, () => hub.state() === "on");
  let socket: LiveSocket | null = null;
  let opening = false;
  let stopped = false;
  let currentToken: string | null = null;
  /** The token of the latest attempt. */
  let sentToken: string | null = null;
  /** The token has been renewed since the last established connection: if that one is refused too, the session is over (spec §8). */
  let renewedSinceConnect = false;
  let renewing = false;
  let tries = 0;
  let cancelRetry = () => {};
  let cancelHiddenTimeout = () => {};

  const shouldConnect = () => !stopped && currentToken !== null;

  async function connect(): Promise<void> {
    cancelRetry();
    if (!shouldConnect() || opening || socket?.connected || !services.page.online()) return;
    if (socket) return void socket.connect();
    opening = true;
    const opened = await services.open(() => (sentToken = session.get().token)).catch(() => null);
    opening = false;
    if (opened === null) return retryLater();
    socket = listen(opened);
    if (shouldConnect()) socket.connect();
  }

  function retryLater(): void {
    cancelRetry();
    if (renewing || !shouldConnect()) return;
    const pause = Math.min(firstRetryDelay * 2 ** tries++, maxRetryDelay) * (0.5 + services.random());
    cancelRetry = services.after(pause, () => void connect());
  }

  /** Sends a token renewed since the connection was opened over the open socket. */
  function sendToken(): void {
    if (!socket?.connected || currentToken === null || currentToken === sentToken) return;
    sentToken = currentToken;
    socket.emit("token", { token: currentToken });
  }

  function onDisconnect(): void {
    hub.setState("off");
    poller.schedule();
  }

  /** Continues with a token renewed meanwhile, else requests one; without a response it retries later. */
  async function onTokenRefused(): Promise<void> {
    if (renewing) return;
    renewing = true;
    socket?.disconnect();
    const next = await nextToken().catch(() => undefined);
    renewing = false;
    if (next === null) services.end();
    else if (next === undefined) retryLater();
    else await connect();
  }

  /** Null: the session is over. Undefined: this browser has no session. */
  async function nextToken(): Promise<string | null | undefined> {
    session.sync();
    const { token } = session.get();
    if (token === null) return undefined;
    if (token !== sentToken) return token;
    if (renewedSinceConnect) return null;
    const next = await services.refresh(token);
    renewedSinceConnect = true;
    return next;
  }

  function listen(opened: LiveSocket): LiveSocket {
    opened.on("connect", () => {
      renewedSinceConnect = false;
      tries = 0;
      hub.setState("on");
      sendToken();
      poller.pollNow();
    });
    opened.on("disconnect", () => {
      onDisconnect();
      if (!opened.active && services.page.visible()) retryLater();
    });
    opened.on("connect_error", ({ message }) => {
      if (message === invalidTokenText) void onTokenRefused();
      else if (!opened.active) retryLater();
    });
    opened.on("token_expired", () => void onTokenRefused());
    // The renewed token belongs to another session than this connection's.
    opened.on("request_error", () => void opened.disconnect());
    opened.on("changes", (event) => void (feed.receive(event) || poller.pollNow()));
    opened.on("message", (message) => hub.emit("message", message));
    opened.on("admin_chat:message", (message) => hub.emit("admin_chat:message", message));
    opened.on("notification", (notification) => hub.emit("notification", notification));
    return opened;
  }

  function close(): void {
    cancelRetry();
    cancelHiddenTimeout();
    poller.stop();
    socket?.disconnect();
    hub.setState("off");
  }

  function follow(): void {
    const { token } = session.get();
    if (token === currentToken) return;
    const before = currentToken;
    currentToken = token;
    if (token !== null && before !== null && samePatient(token, before)) {
      return sendToken();
    }
    close();
    if (before !== null) feed.forget();
    if (token !== null) start();
  }

  function start(): void {
    renewedSinceConnect = false;
    poller.pollNow();
    void connect();
  }

  const unwatch = services.page.watch(() => {
    cancelHiddenTimeout();
    if (!shouldConnect()) return;
    if (!services.page.online()) return void socket?.disconnect();
    if (services.page.visible()) {
      poller.pollIfIdle();
      void connect();
    } else {
      poller.stop();
      cancelHiddenTimeout = services.after(hiddenTimeoutMs, () => socket?.disconnect());
    }
  });
  const unfollow = session.subscribe(follow);
  follow();

  return () => {
    stopped = true;
    unwatch();
    unfollow();
    close();
  };
}
