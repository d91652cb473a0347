import { line } from "./api.ts";
import { visitorCookies } from "./cookies.ts";
import { visitorHeaders } from "./headers.ts";
import { session } from "./session.ts";

/** Answers that are asked for before the code that shows them has come. */
export interface Ahead {
  /** Asks for these addresses at once, with this token; what was asked for before is forgotten. */
  readonly ask: (addresses: readonly string[], token: string) => void;
  /** The answer to this very request, given once; null when it was not asked for, or with another token. */
  readonly take: (address: string, init: RequestInit) => Promise<Response> | null;
  /** Forgets what was asked for with any other token than the session's. */
  readonly keepOnly: (token: string | null) => void;
}

/** As long as the cache takes an answer for fresh, ms. */
const freshMs = 30_000;

/**
 * What is asked for ahead is the request that the client makes later: its answer, its refusal and its failure are handled there. An answer
 * belongs to the token that asked.
 */
export function createAhead(parts: {
  readonly send: (address: string, init: RequestInit) => Promise<Response>;
  readonly headers: () => Readonly<Record<string, string>>;
  readonly now: () => number;
}): Ahead {
  const asked = new Map<string, Promise<Response>>();
  let asker: string | null = null;
  let askedAt = 0;
  return {
    ask: (addresses, token) => {
      asked.clear();
      asker = token;
      askedAt = parts.now();
      const headers = { accept: "application/json", ...parts.headers(), authorization: `Bearer ${token}` };
      for (const address of addresses) {
        const answer = parts.send(address, { method: "GET", headers, credentials: "same-origin", cache: "no-store" });
        // Nobody may come for it.
        answer.catch(() => null);
        asked.set(address, answer);
      }
    },
    take: (address, { method, headers }) => {
      const { authorization } = headers as Readonly<Record<string, string>>;
      if (method !== "GET" || authorization !== `Bearer ${asker}` || parts.now() > askedAt + freshMs) return null;
      const answer = asked.get(address) ?? null;
      asked.delete(address);
      return answer;
    },
    keepOnly: (token) => {
      if (token !== asker) asked.clear();
    },
  };
}

const { send } = line;
/** The requests made ahead on this page; the client takes their answers for its own. */
export const ahead: Ahead = createAhead({
  send,
  headers: () => visitorHeaders({ path: "/" }, visitorCookies),
  now: Date.now,
});
line.send = (url, init) => ahead.take(url, init) ?? send(url, init);
session.subscribe(() => ahead.keepOnly(session.get().token));
