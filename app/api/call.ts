import { whenConnected } from "#app/browser/connection.ts";
import { isOnboardingPath } from "#app/browser/urls.ts";
import type { Endpoint } from "#contract/http/endpoint.ts";
import { after } from "#app/browser/timers.ts";
import { networkError } from "./api-error.ts";
import { visitorCookies } from "./session/cookies.ts";
import { createClient } from "./client.ts";
import type { Call } from "./request.ts";
import { visitorHeaders } from "./session/visitor-headers.ts";
import { scheduleTokenRefresh } from "./session/schedule-refresh.ts";
import { randomUuid } from "#app/browser/random-uuid.ts";
import { browserLock, createTokenRefresh } from "./session/token-refresh.ts";
import { createErrorReporter, errorLogEntry, type ErrorLogName } from "./error-log/error-log.ts";
import { serverClock } from "./server-clock.ts";
import { session } from "./session/session.ts";

let showSignIn: (path: string) => void = () => {};
/** Goes to sign-in at this path. */
export const goTo = (path: string): void => showSignIn(path);
/** Registers what shows sign-in: its page, or nothing where the page itself handles the end of a session (the cart). */
export const registerSignIn = (show: (path: string) => void): void => void (showSignIn = show);

/** How requests leave this page. */
export const transport = { send: (url: string, init: RequestInit): Promise<Response> => fetch(url, init) };

/** Renews an expired token; null when the session is over. */
export const refresh = createTokenRefresh({
  renew: async () => {
    const { requestToken: renew } = await import("./session/request-token.ts").catch((cause: unknown) =>
      Promise.reject(networkError(cause)),
    );
    return renew(call, session);
  },
  session,
  lock: browserLock,
  goTo,
});

const reporter = createErrorReporter(async (entry) => {
  await whenConnected();
  const { sendErrorLogEntry } = await import("./error-log/send-error-log.ts");
  await sendErrorLogEntry(call, entry);
});

const endpointName = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`.slice(0, 60);

/** Makes one call of the contract: `await call(auth.signIn, { body: { email, password } })`. Throws `ApiError`. */
export const call: Call = createClient({
  send: async (url, init) => {
    const response = await transport.send(url, init);
    serverClock.sync(response.headers.get("x-server-time"));
    return response;
  },
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  session,
  refresh,
  headers: (endpoint) => visitorHeaders(endpoint, visitorCookies),
  newKey: randomUuid,
  report: (error, endpoint) => {
    const path = location.pathname;
    const entry = errorLogEntry(error, {
      call: endpointName(endpoint),
      path,
      onboarding: isOnboardingPath(path),
      at: new Date().toISOString(),
    });
    if (entry) void reporter.add(entry);
  },
  goTo,
  checkResponse: import.meta.env.DEV
    ? async (endpoint, body) => (await import("./check-response.ts")).checkResponse(endpoint, body)
    : null,
});

/** Errors already reported: one can arrive on several paths. */
const reportedErrors = new WeakSet<Error>();

/** Reports an error of the app itself to the server, once: its message, its place in the code and the page it happened on. */
export function reportError(event: string, error: unknown, log: ErrorLogName = "client"): void {
  if (error instanceof Error) {
    if (reportedErrors.has(error)) return;
    reportedErrors.add(error);
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

/** Starts the background work of a page: token renewal, sync with other tabs, delivery of queued reports. */
export function startSession(): void {
  scheduleTokenRefresh({
    session,
    refresh,
    now: Date.now,
    after,
  });
  document.addEventListener("visibilitychange", session.sync);
  addEventListener("focus", session.sync);
  // A page that the browser kept whole comes back as it was left; meanwhile somebody else may have signed in.
  addEventListener("pageshow", () => (session.get().signingOut ? location.reload() : session.sync()));
  addEventListener("online", () => void reporter.flush());
}
