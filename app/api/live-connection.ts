import { invalidTokenText } from "#contract/realtime.ts";
import type { LiveHub } from "./live-hub.ts";
import { createLook, type LookParts } from "./live-look.ts";
import type { LiveSocket } from "./live-socket.ts";
import type { SessionStore } from "./session.ts";
import { samePatient } from "./token.ts";

/** A page she has not looked at for so long does without a connection, ms. */
const hiddenFor = 5 * 60_000;
/** Before another try where the socket does not try by itself, ms; doubled each time, up to the longest. */
const [firstPause, longestPause] = [2000, 60_000];
export interface ConnectionParts extends LookParts {
  readonly open: (token: () => string | null) => Promise<LiveSocket>;
  readonly session: Pick<SessionStore, "get" | "subscribe" | "sync">;
  /** A new token for one that is no longer taken, or null when the session is over. */
  readonly refresh: (token: string) => Promise<string | null>;
  /** The session is over: forgets it and leads to sign-in. */
  readonly end: () => void;
  readonly hub: LiveHub;
  /** 0–1, so that not everybody comes back in the same moment. */
  readonly random: () => number;
}

/** Keeps a connection for whoever is signed in, and the feed caught up with or without it. Returns a function that ends both. */
export function keepLive(parts: ConnectionParts): () => void {
  const { session, hub, feed } = parts;
  /** Who logged out in another tab is not asked for: the call would go out without a token, only to be refused. */
  const catchUp = async () => {
    session.sync();
    if (session.get().token !== null) await feed.catchUp();
  };
  const look = createLook({ ...parts, feed: { ...feed, catchUp } }, () => hub.state() === "on");
  let socket: LiveSocket | null = null;
  let opening = false;
  let stopped = false;
  let known: string | null = null;
  /** The token of the latest attempt. */
  let shown: string | null = null;
  /** The token was renewed since the connection last stood: refused as well, the session is over (spec §8). */
  let renewed = false;
  let refusing = false;
  let tries = 0;
  let callOff = () => {};
  let stayUp = () => {};

  const wanted = () => !stopped && known !== null;

  async function connect(): Promise<void> {
    callOff();
    if (!wanted() || opening || socket?.connected || !parts.page.online()) return;
    if (socket) return void socket.connect();
    opening = true;
    const opened = await parts.open(() => (shown = session.get().token)).catch(() => null);
    opening = false;
    if (opened === null) return later();
    socket = listen(opened);
    if (wanted()) socket.connect();
  }

  function later(): void {
    callOff();
    if (refusing || !wanted()) return;
    const pause = Math.min(firstPause * 2 ** tries++, longestPause) * (0.5 + parts.random());
    callOff = parts.after(pause, () => void connect());
  }

  /** Shows the open socket a token that was renewed since it was connected. */
  function show(): void {
    if (!socket?.connected || known === null || known === shown) return;
    shown = known;
    socket.emit("token", { token: known });
  }

  function down(): void {
    hub.setState("off");
    look.plan();
  }

  /** Goes on with a token that was renewed meanwhile, else with one for which it asks; without an answer later. */
  async function refused(): Promise<void> {
    if (refusing) return;
    refusing = true;
    socket?.disconnect();
    const next = await nextToken().catch(() => undefined);
    refusing = false;
    if (next === null) parts.end();
    else if (next === undefined) later();
    else await connect();
  }

  /** Null: the session is over. Undefined: there is none in this browser any more. */
  async function nextToken(): Promise<string | null | undefined> {
    session.sync();
    const { token } = session.get();
    if (token === null) return undefined;
    if (token !== shown) return token;
    if (renewed) return null;
    const next = await parts.refresh(token);
    renewed = true;
    return next;
  }

  function listen(opened: LiveSocket): LiveSocket {
    opened.on("connect", () => {
      renewed = false;
      tries = 0;
      hub.setState("on");
      show();
      look.now();
    });
    opened.on("disconnect", () => {
      down();
      if (!opened.active && parts.page.visible()) later();
    });
    opened.on("connect_error", ({ message }) => {
      if (message === invalidTokenText) void refused();
      else if (!opened.active) later();
    });
    opened.on("token_expired", () => void refused());
    // The renewed token is not one of this connection's session.
    opened.on("request_error", () => void opened.disconnect());
    opened.on("changes", (told) => void (feed.take(told) || look.now()));
    opened.on("message", (message) => hub.tell("message", message));
    opened.on("admin_chat:message", (message) => hub.tell("admin_chat:message", message));
    opened.on("notification", (notification) => hub.tell("notification", notification));
    return opened;
  }

  function close(): void {
    callOff();
    stayUp();
    look.stop();
    socket?.disconnect();
    hub.setState("off");
  }

  function follow(): void {
    const { token } = session.get();
    if (token === known) return;
    const before = known;
    known = token;
    if (token !== null && before !== null && samePatient(token, before)) {
      return show();
    }
    close();
    if (before !== null) feed.forget();
    if (token !== null) begin();
  }

  function begin(): void {
    renewed = false;
    look.now();
    void connect();
  }

  const unwatch = parts.page.watch(() => {
    stayUp();
    if (!wanted()) return;
    if (!parts.page.online()) return void socket?.disconnect();
    if (parts.page.visible()) {
      look.wake();
      void connect();
    } else {
      look.stop();
      stayUp = parts.after(hiddenFor, () => socket?.disconnect());
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
