import type { SessionStore } from "./session.ts";
import { renewalDelay } from "./token.ts";

/** Longest delay of a browser timer. */
const maxTimerDelayMs = 2 ** 31 - 1;

/**
 * Renews the token shortly before it expires, while somebody is signed in. A renewal without a response is left to the next call. Returns a function
 * that stops it.
 */
export function scheduleTokenRefresh(services: {
  readonly session: SessionStore;
  readonly refresh: (token: string) => Promise<string | null>;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}): () => void {
  let stopTimer = () => {};
  let plannedToken: string | null = null;

  const plan = (justReceived: boolean) => {
    const { token } = services.session.get();
    if (token === plannedToken) return;
    plannedToken = token;
    stopTimer();
    if (token === null) return;
    const delay = renewalDelay(token, services.now(), justReceived);
    if (delay === null) return;
    stopTimer = services.after(Math.min(delay, maxTimerDelayMs), () => void services.refresh(token).catch(() => null));
  };
  plan(false);
  const unsubscribe = services.session.subscribe(() => plan(true));
  return () => {
    unsubscribe();
    stopTimer();
  };
}
