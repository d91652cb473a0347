import { isApiError } from "../api-error.ts";
import type { SessionStore } from "./session.ts";
import { isHelperToken } from "./token.ts";

/** Where a patient whose session is over signs in again. */
export const sessionExpiredPath = "/login?expired=true";

/** The same for whoever had this token: a helper has a sign-in of their own. */
export const signInAgainPath = (token: string | null): string =>
  isHelperToken(token) ? "/helper?expired=true" : sessionExpiredPath;

export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** One refresh at a time across tabs where the browser has locks; else the server's replay window settles it. */
export const browserLock: Lock = (name, work) =>
  typeof navigator !== "undefined" && "locks" in navigator
    ? (navigator.locks.request(name, work) as ReturnType<typeof work>)
    : work();

/**
 * Renews an expired token once for all concurrent callers. A token that another tab has already renewed is used. Returns null when the server
 * refused: the session is cleared and the patient sent to sign-in. Without a response the session stays and the error is thrown.
 */
export function createTokenRefresh(services: {
  /** Requests a new token from the server. */
  readonly renew: () => Promise<{ readonly idToken: string }>;
  readonly session: SessionStore;
  readonly lock: Lock;
  readonly goTo: (path: string) => void;
}): (expired: string) => Promise<string | null> {
  let running: Promise<string | null> | null = null;

  async function renew(expired: string): Promise<string | null> {
    services.session.sync();
    const currentToken = services.session.get().token;
    if (currentToken !== expired) return currentToken;
    try {
      const { idToken } = await services.renew();
      services.session.renewed(idToken);
      return idToken;
    } catch (error) {
      if (!isApiError(error) || error.status < 400 || error.status >= 500 || error.status === 429) throw error;
      services.session.clear();
      services.goTo(signInAgainPath(expired));
      return null;
    }
  }

  return (expired) => {
    running ??= services
      .lock("session-refresh", () => renew(expired))
      .finally(() => {
        running = null;
      });
    return running;
  };
}
