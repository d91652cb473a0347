import { isOnboardingPath } from "#app/router/paths.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { after } from "./after.ts";
import { networkError } from "./api-error.ts";
import { visitorCookies } from "./cookies.ts";
import { type Call, createClient } from "./client.ts";
import { visitorHeaders } from "./headers.ts";
import { keepFresh } from "./keep-fresh.ts";
import { randomId } from "./random.ts";
import { browserLock, createRefresh } from "./refresh.ts";
import { createReporter, entryFor, type LogName } from "./report.ts";
import { serverClock } from "./server-clock.ts";
import { session } from "./session.ts";

let showSignIn: (path: string) => void = () => {};
/** Leads to sign-in. */
export const goTo = (path: string): void => showSignIn(path);
/** What shows sign-in: its page, or nothing where the page sees the end of a session itself (the cart). */
export const signInBy = (show: (path: string) => void): void => void (showSignIn = show);

/** How requests leave this page. */
export const line = { send: (url: string, init: RequestInit): Promise<Response> => fetch(url, init) };

/** A new token for one that ended, or null when the session is over. */
export const refresh = createRefresh({
  renew: async () => {
    const { renew } = await import("./renew.ts").catch((cause: unknown) => Promise.reject(networkError(cause)));
    return renew(call, session);
  },
  session,
  lock: browserLock,
  goTo,
});

const reporter = createReporter(async (entry) => {
  const { deliverEntry } = await import("./report-delivery.ts");
  await deliverEntry(call, entry);
});

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`.slice(0, 60);

/** Makes one call of the contract: `await call(auth.signIn, { body: { email, password } })`. Throws `ApiError`. */
export const call: Call = createClient({
  send: async (url, init) => {
    const response = await line.send(url, init);
    serverClock.hear(response.headers.get("x-server-time"));
    return response;
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  session,
  refresh,
  headers: (endpoint) => visitorHeaders(endpoint, visitorCookies),
  newKey: randomId,
  report: (error, endpoint) => {
    const path = location.pathname;
    const entry = entryFor(error, {
      call: nameOf(endpoint),
      path,
      onboarding: isOnboardingPath(path),
      at: new Date().toISOString(),
    });
    if (entry) void reporter.add(entry);
  },
  goTo,
  checkReply: import.meta.env.DEV
    ? async (endpoint, reply) => (await import("./check-reply.ts")).checkReply(endpoint, reply)
    : null,
});

/** Errors that were told: one may come by more than one way. */
const told = new WeakSet<Error>();

/** Tells the server about an error of the app itself, once: its message and where in the code and on which page it happened. */
export function reportError(event: string, error: unknown, log: LogName = "client"): void {
  if (error instanceof Error) {
    if (told.has(error)) return;
    told.add(error);
  }
  const text = error instanceof Error ? `${error.name}: ${error.message}\n${error.stack ?? ""}` : String(error);
  void reporter.add({
    log,
    event: event.slice(0, 60),
    error_log: text.slice(0, 2000),
    referring_step: location.pathname,
    created_at: new Date().toISOString(),
  });
}

/** Starts what runs beside the pages: renewal of the token, news from other tabs, delivery of kept reports. */
export function startSession(): void {
  keepFresh({
    session,
    refresh,
    now: Date.now,
    after,
  });
  document.addEventListener("visibilitychange", session.sync);
  addEventListener("focus", session.sync);
  addEventListener("pageshow", () => session.get().leaving && location.reload());
  addEventListener("online", () => void reporter.flush());
}
