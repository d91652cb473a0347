import { transport } from "./call.ts";
import { visitorCookies } from "./session/cookies.ts";
import { visitorHeaders } from "./visitor-headers.ts";
import { session } from "./session/session.ts";

/** Answers that are asked for before the code that shows them has come. */
export interface Prefetcher {
  /** Asks for these addresses at once, with this token; what was asked for before is forgotten. */
  readonly ask: (addresses: readonly string[], token: string) => void;
  /** The answer to this very request, given once; null when it was not asked for, or with another token. */
  readonly take: (address: string, init: RequestInit) => Promise<Response> | null;
  /** Forgets what was asked for with any other token than the session's. */
  readonly keepOnly: (token: string | null) => void;
}

/** As long as the cache takes an answer for fresh, ms. */
const maxAgeMs = 30_000;

/**
 * What is asked for ahead is the request that the client makes later: its answer, its refusal and its failure are handled there. An answer
 * belongs to the token that asked.
 */
export function createPrefetcher(services: {
  readonly send: (address: string, init: RequestInit) => Promise<Response>;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly now: () => number;
}): Prefetcher {
  const pending = new Map<string, Promise<Response>>();
  let pendingToken: string | null = null;
  let prefetchedAt = 0;
  return {
    ask: (addresses, token) => {
      pending.clear();
      pendingToken = token;
      prefetchedAt = services.now();
      const headers = { accept: "application/json", ...services.headers(), authorization: `Bearer ${token}` };
      for (const address of addresses) {
        const answer = services.send(address, {
          method: "GET",
          headers,
          credentials: "same-origin",
          cache: "no-store",
        });
        // Nobody may come for it.
        answer.catch(() => null);
        pending.set(address, answer);
      }
    },
    take: (address, { method, headers }) => {
      const { authorization } = headers as Readonly<Record<string, string>>;
      if (method !== "GET" || authorization !== `Bearer ${pendingToken}` || services.now() > prefetchedAt + maxAgeMs)
        return null;
      const answer = pending.get(address) ?? null;
      pending.delete(address);
      return answer;
    },
    keepOnly: (token) => {
      if (token !== pendingToken) pending.clear();
    },
  };
}

const { send } = transport;
/** The requests made ahead on this page; the client takes their answers for its own. */
export const prefetcher: Prefetcher = createPrefetcher({
  send,
  headers: () => visitorHeaders({ path: "/" }, visitorCookies),
  now: Date.now,
});
transport.send = (url, init) => prefetcher.take(url, init) ?? send(url, init);
session.subscribe(() => prefetcher.keepOnly(session.get().token));
