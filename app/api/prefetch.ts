import { transport } from "./call.ts";
import { visitorCookies } from "./session/cookies.ts";
import { visitorHeaders } from "./session/visitor-headers.ts";
import { session } from "./session/session.ts";

/** Responses requested before the code that shows them has loaded. */
export interface Prefetcher {
  /** Requests these addresses at once with this token, but for those the page has requested with it itself; drops earlier prefetches. */
  readonly prefetch: (addresses: readonly string[], token: string) => void;
  /** The response to this exact request, given once; null when it was not prefetched, or with another token. A write drops what was asked before it. */
  readonly takeResponse: (address: string, init: RequestInit) => Promise<Response> | null;
  /** Drops prefetches made with any other token than the session's. */
  readonly discardOtherTokens: (token: string | null) => void;
  /** Drops all of it: something has changed since it was asked. */
  readonly discard: () => void;
}

/** How long the cache takes a response for fresh, ms. */
const maxAgeMs = 30_000;

/**
 * A prefetch is the same request that the client makes later: its response, refusal and failure are handled there. A response belongs to the token
 * that requested it.
 */
export function createPrefetcher(services: {
  readonly send: (address: string, init: RequestInit) => Promise<Response>;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly now: () => number;
}): Prefetcher {
  const pending = new Map<string, Promise<Response>>();
  /** What the page requested itself, with the bearer of each: a prefetch that comes later would be the answer to its next request, and older than what it shows. */
  const requested = new Map<string, string | undefined>();
  let pendingToken: string | null = null;
  let prefetchedAt = 0;
  return {
    prefetch: (addresses, token) => {
      pending.clear();
      pendingToken = token;
      prefetchedAt = services.now();
      const headers = { accept: "application/json", ...services.headers(), authorization: `Bearer ${token}` };
      for (const address of addresses) {
        if (requested.get(address) === headers.authorization) continue;
        const answer = services.send(address, {
          method: "GET",
          headers,
          credentials: "same-origin",
          cache: "no-store",
        });
        // Nobody may take it, so the rejection must not go unhandled.
        answer.catch(() => null);
        pending.set(address, answer);
      }
    },
    takeResponse: (address, { method, headers }) => {
      const { authorization } = headers as Readonly<Record<string, string>>;
      if (method !== "GET") pending.clear();
      else requested.set(address, authorization);
      if (method !== "GET" || authorization !== `Bearer ${pendingToken}` || services.now() > prefetchedAt + maxAgeMs)
        return null;
      const answer = pending.get(address) ?? null;
      pending.delete(address);
      return answer;
    },
    discardOtherTokens: (token) => {
      if (token !== pendingToken) pending.clear();
    },
    discard: () => pending.clear(),
  };
}

const { send } = transport;
/** The prefetches of this page; the client uses their responses as its own. */
export const prefetcher: Prefetcher = createPrefetcher({
  send,
  headers: () => visitorHeaders({ path: "/" }, visitorCookies),
  now: Date.now,
});
transport.send = (url, init) => prefetcher.takeResponse(url, init) ?? send(url, init);
session.subscribe(() => prefetcher.discardOtherTokens(session.get().token));
