import type { SessionStore } from "./session.ts";
import { renewalDelay } from "./token.ts";

/** Longest delay of a browser timer. */
const longest = 2 ** 31 - 1;

/**
 * Renews the token shortly before it ends, for as long as somebody is signed in. A renewal that got no answer is left to
 * the next call. Returns a function that stops it.
 */
export function keepFresh(parts: {
  readonly session: SessionStore;
  readonly refresh: (token: string) => Promise<string | null>;
  readonly now: () => number;
  readonly after: (ms: number, run: () => void) => () => void;
}): () => void {
  let stopTimer = () => {};
  let planned: string | null = null;

  const plan = (justReceived: boolean) => {
    const { token } = parts.session.get();
    if (token === planned) return;
    planned = token;
    stopTimer();
    if (token === null) return;
    const delay = renewalDelay(token, parts.now(), justReceived);
    if (delay === null) return;
    stopTimer = parts.after(Math.min(delay, longest), () => void parts.refresh(token).catch(() => null));
  };
  plan(false);
  const unsubscribe = parts.session.subscribe(() => plan(true));
  return () => {
    unsubscribe();
    stopTimer();
  };
}
