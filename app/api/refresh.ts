import { isApiError } from "./api-error.ts";
import { sessionOverPath } from "./client.ts";
import type { SessionStore } from "./session.ts";

export type Lock = <T>(name: string, work: () => Promise<T>) => Promise<T>;

/** One at a time over all tabs where the browser can; else the server's replay window settles it. */
export const browserLock: Lock = (name, work) =>
  typeof navigator !== "undefined" && "locks" in navigator
    ? (navigator.locks.request(name, work) as ReturnType<typeof work>)
    : work();

/**
 * Renews an expired token, once for everybody who asks meanwhile. A token another tab has renewed already is taken over.
 * Answers null after the server refused: the session is cleared and the patient sent to sign-in. Without an answer from
 * the server the session stays and the error is thrown.
 */
export function createRefresh(parts: {
  /** Asks the server for a new token. */
  readonly renew: () => Promise<{ readonly idToken: string }>;
  readonly session: SessionStore;
  readonly lock: Lock;
  readonly goTo: (path: string) => void;
}): (expired: string) => Promise<string | null> {
  let running: Promise<string | null> | null = null;

  async function renew(expired: string): Promise<string | null> {
    parts.session.sync();
    const known = parts.session.get().token;
    if (known !== expired) return known;
    try {
      const { idToken } = await parts.renew();
      parts.session.renewed(idToken);
      return idToken;
    } catch (error) {
      if (!isApiError(error) || error.status < 400 || error.status >= 500 || error.status === 429) throw error;
      parts.session.clear();
      parts.goTo(sessionOverPath);
      return null;
    }
  }

  return (expired) => {
    running ??= parts
      .lock("session-refresh", () => renew(expired))
      .finally(() => {
        running = null;
      });
    return running;
  };
}
