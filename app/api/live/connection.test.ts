import { describe, expect, test } from "vitest";
import { memoryCookies } from "../session/cookies.ts";
import { maintainConnection } from "./connection.ts";
import { createEventHub } from "./event-hub.ts";
import type { LiveSocket } from "./socket.ts";
import { createTokenRefresh } from "../session/token-refresh.ts";
import { createSession } from "../session/session.ts";

const token = (sub: string, n: number) => `h.${btoa(JSON.stringify({ sub, n }))}.s`;
const [first, second, otherToken] = [token("a", 1), token("a", 2), token("b", 1)] as const;
const flushPromises = async () => {
  for (let i = 0; i < 10; i++) await Promise.resolve();
};

/** A connection whose socket, clock, page and server the test controls. */
async function aConnection({ signedIn = true, refresh = async (): Promise<string | null> => second } = {}) {
  const log: string[] = [];
  const listeners = new Map<string, (payload: never) => void>();
  const timers = new Set<{ ms: number; run: () => void }>();
  const page = { seen: true, connected: true, notify: () => {} };
  let shown: () => string | null = () => null;
  const socket = {
    connected: false,
    active: false,
    connect() {
      this.active = true;
      log.push(`connect ${shown() === first ? "first" : shown() === second ? "second" : "hers"}`);
    },
    disconnect() {
      this.active = false;
      if (this.connected) {
        this.connected = false;
        log.push("disconnect");
        emit("disconnect", "io client disconnect");
      }
    },
    emit: (event: string, body: { token: string }) =>
      log.push(`${event} ${body.token === second ? "second" : "other"}`),
    on: (event: string, listener: (payload: never) => void) => listeners.set(event, listener),
  };
  const emit = (event: string, payload?: unknown) => listeners.get(event)?.(payload as never);
  const cookies = memoryCookies();
  const session = createSession(cookies);
  if (signedIn) session.signedIn(first);
  const hub = createEventHub();
  const stop = maintainConnection({
    session,
    hub,
    feed: {
      catchUp: async () => void log.push("look"),
      receive: ({ from }) => from === "here",
      forget: () => log.push("forget"),
    },
    page: {
      visible: () => page.seen,
      online: () => page.connected,
      watch: (listener) => {
        page.notify = listener;
        return () => (page.notify = () => {});
      },
    },
    open: async (getToken) => {
      shown = getToken;
      return socket as LiveSocket;
    },
    refresh: async () => {
      log.push("refresh");
      const next = await refresh();
      if (next) session.renewed(next);
      else session.clear();
      return next;
    },
    end: () => log.push("end"),
    after: (ms, run) => {
      const timer = { ms, run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    random: () => 0.5,
  });
  await flushPromises();
  return {
    log,
    cookies,
    session,
    hub,
    socket,
    page,
    stop,
    say: emit,
    /** The server accepts the connection. */
    welcome: async () => {
      socket.connected = true;
      emit("connect");
      await flushPromises();
    },
    refuse: async (message = "Invalid token") => {
      socket.active = false;
      emit("connect_error", { message });
      await flushPromises();
    },
    /** The server, or the network, is gone; `active` where the socket reconnects by itself. */
    lose: async (active: boolean) => {
      socket.connected = false;
      socket.active = active;
      emit("disconnect", "transport close");
      await flushPromises();
    },
    waits: () => [...timers].map(({ ms }) => ms).toSorted((a, b) => a - b),
    ring: async (ms: number) => {
      const timer = [...timers].find((each) => each.ms === ms);
      if (!timer) throw new Error(`No timer of ${ms} ms`);
      timers.delete(timer);
      timer.run();
      await flushPromises();
    },
    since: () => log.splice(0),
  };
}

describe("§7 the live connection", () => {
  test("§7 it polls the feed, connects, and polls again once connected", async () => {
    const live = await aConnection();
    expect([live.since(), live.hub.state(), live.waits()]).toEqual([["look", "connect first"], "off", [15_000]]);
    await live.welcome();
    expect([live.since(), live.hub.state(), live.waits()]).toEqual([["look"], "on", [60_000]]);
    await live.ring(60_000);
    expect([live.since(), live.waits()]).toEqual([["look"], [60_000]]);
  });

  test("§7 nobody signed in: nothing is requested; it starts with the sign-in", async () => {
    const live = await aConnection({ signedIn: false });
    expect([live.since(), live.waits()]).toEqual([[], []]);
    live.session.signedIn(first);
    await flushPromises();
    expect(live.since()).toEqual(["look", "connect first"]);
  });

  test("§7 it emits messages at once, changes where they follow the cursor, and polls the feed otherwise", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    const events: unknown[] = [];
    live.hub.on("message", (message) => events.push(message));
    live.hub.on("notification", (notification) => events.push(notification));
    live.say("message", "m");
    live.say("notification", "n");
    live.say("changes", { from: "here" });
    expect([events, live.since()]).toEqual([["m", "n"], []]);
    live.say("changes", { from: "elsewhere" });
    expect(live.since()).toEqual(["look"]);
  });

  test("§7 while the connection is lost the feed is polled every 15 s; the socket reconnects by itself", async () => {
    const live = await aConnection();
    await live.welcome();
    await live.lose(true);
    live.since();
    expect([live.hub.state(), live.waits()]).toEqual(["off", [15_000]]);
    await live.ring(15_000);
    expect([live.since(), live.waits()]).toEqual([["look"], [15_000]]);
    await live.welcome();
    expect([live.since(), live.hub.state()]).toEqual([["look"], "on"]);
  });

  test("§7 disconnected by the server it reconnects by itself, with increasing delays", async () => {
    const live = await aConnection();
    await live.welcome();
    await live.lose(false);
    expect(live.waits()).toEqual([2000, 15_000]);
    await live.ring(2000);
    await live.refuse("Service unavailable. Try again later");
    expect(live.waits()).toEqual([4000, 15_000]);
    await live.ring(4000);
    await live.welcome();
    await live.lose(false);
    expect(live.waits()).toEqual([2000, 15_000]);
  });
});

describe("§8 the token of the connection", () => {
  test("§4 a renewed token is sent over the open socket: no gap", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.session.renewed(second);
    expect([live.since(), live.hub.state()]).toEqual([["token second"], "on"]);
  });

  test("§4 a token renewed while connecting is sent as soon as it is connected", async () => {
    const live = await aConnection();
    live.session.renewed(second);
    live.since();
    await live.welcome();
    expect(live.since()).toEqual(["token second", "look"]);
  });

  test.each(["connect_error", "token_expired"])("§8 %s: the token is renewed and it reconnects", async (event) => {
    const live = await aConnection();
    if (event === "token_expired") await live.welcome();
    live.since();
    if (event === "token_expired") live.say("token_expired", { message: "Expired token" });
    else await live.refuse();
    await flushPromises();
    expect(live.since().filter((line) => line !== "disconnect")).toEqual(["refresh", "connect second"]);
    expect(live.waits()).toEqual([15_000]);
  });

  test("§8 a token renewed by another tab is used without a request", async () => {
    const live = await aConnection();
    live.since();
    live.session.renewed(second);
    await live.refuse();
    expect(live.since()).toEqual(["connect second"]);
  });

  test("§8 the server refuses to renew: the session ends", async () => {
    const live = await aConnection({ refresh: async () => null });
    await live.welcome();
    live.since();
    live.say("token_expired", { message: "Expired token" });
    await flushPromises();
    expect(live.since()).toEqual(["disconnect", "refresh", "forget", "end"]);
    expect([live.hub.state(), live.waits()]).toEqual(["off", []]);
  });

  test.each(["connect_error", "token_expired"])(
    "§8 %s of a renewed token: one renewal, then signed out",
    async (event) => {
      let n = 2;
      const live = await aConnection({ refresh: async () => token("a", n++) });
      live.since();
      for (let i = 0; i < 3; i++) {
        if (event === "connect_error") await live.refuse();
        else live.say("token_expired", { message: "Expired token" });
        await flushPromises();
      }
      const log = live.since();
      expect(log.filter((line) => ["refresh", "end"].includes(line)).slice(0, 2)).toEqual(["refresh", "end"]);
      expect(log.filter((line) => line === "refresh")).toHaveLength(1);
    },
  );

  test("§8 after a connection was established in between, it may renew again", async () => {
    let n = 2;
    const live = await aConnection({ refresh: async () => token("a", n++) });
    await live.refuse();
    await live.welcome();
    await live.lose(false);
    live.since();
    await live.refuse();
    expect(live.since()).toContain("refresh");
  });

  test("§8 a renewal without a response is not counted: the patient is not signed out for it", async () => {
    let answers = 0;
    const offline = () => (answers++ === 0 ? Promise.reject(new TypeError("offline")) : Promise.resolve(second));
    const live = await aConnection({ refresh: offline });
    await live.refuse();
    live.since();
    await live.ring(2000);
    await live.refuse();
    expect(live.since()).toEqual(["connect first", "refresh", "connect second"]);
  });

  test("§8 the socket and a call that expire together renew once", async () => {
    let renewals = 0;
    const session = createSession(memoryCookies());
    session.signedIn(first);
    const refresh = createTokenRefresh({
      renew: async () => {
        renewals++;
        await flushPromises();
        return { idToken: second };
      },
      session,
      lock: (_, work) => work(),
      goTo: () => {},
    });
    const live = await aConnection({ refresh: () => refresh(first) });
    const [ofTheCall] = await Promise.all([refresh(first), live.refuse()]);
    await flushPromises();
    expect([ofTheCall, renewals]).toEqual([second, 1]);
    expect(live.since()).toContain("connect second");
  });

  test("§8 without a response to the renewal the patient stays signed in, and it tries again later", async () => {
    const live = await aConnection({ refresh: () => Promise.reject(new TypeError("offline")) });
    live.since();
    await live.refuse();
    expect([live.since(), live.waits()]).toEqual([["refresh"], [2000, 15_000]]);
  });

  test("§8 a token update that the socket refuses makes it reconnect", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.say("request_error", { message: "Bad Request", code: "invalid" });
    expect([live.since(), live.waits()]).toEqual([["disconnect"], [2000, 15_000]]);
  });

  test("§6 another patient gets a feed and a connection of their own", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.session.signedIn(otherToken);
    await flushPromises();
    expect(live.since()).toEqual(["disconnect", "forget", "look", "connect hers"]);
  });

  test("§4 after sign-out nothing is left running", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.session.clear();
    expect([live.since(), live.hub.state(), live.waits()]).toEqual([["disconnect", "forget"], "off", []]);
  });

  test("§4 signed out in another tab: the next poll notices, and requests nothing without a token", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.cookies.drop("accessToken");
    await live.ring(60_000);
    expect([live.since(), live.hub.state(), live.waits()]).toEqual([["disconnect", "forget"], "off", []]);
  });

  test("§4 once stopped, it listens to nothing", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.stop();
    live.session.renewed(second);
    live.page.notify();
    await flushPromises();
    expect([live.since(), live.waits()]).toEqual([["disconnect"], []]);
  });
});

describe("§7 the page", () => {
  test("§7 hidden it does not poll; after 5 min it closes the connection; shown again it reconnects at once", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.page.seen = false;
    live.page.notify();
    expect(live.waits()).toEqual([300_000]);
    await live.ring(300_000);
    expect([live.since(), live.hub.state(), live.waits()]).toEqual([["disconnect"], "off", []]);
    live.page.seen = true;
    live.page.notify();
    await flushPromises();
    expect(live.since()).toEqual(["look", "connect first"]);
  });

  test("§7 shown and focused at the same moment it polls once", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.page.notify();
    live.page.notify();
    await flushPromises();
    expect(live.since()).toEqual(["look"]);
    live.page.notify();
    expect(live.since()).toEqual(["look"]);
  });

  test("§7 shown again in time, the connection stays open", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.page.seen = false;
    live.page.notify();
    live.page.seen = true;
    live.page.notify();
    await flushPromises();
    expect([live.since(), live.hub.state(), live.waits()]).toEqual([["look"], "on", [60_000]]);
  });

  test("§8 offline nothing is tried; back online everything at once", async () => {
    const live = await aConnection();
    await live.welcome();
    live.since();
    live.page.connected = false;
    live.page.notify();
    await flushPromises();
    await live.ring(15_000);
    expect([live.since(), live.hub.state()]).toEqual([["disconnect"], "off"]);
    live.page.connected = true;
    live.page.notify();
    await flushPromises();
    expect(live.since()).toEqual(["look", "connect first"]);
  });
});
