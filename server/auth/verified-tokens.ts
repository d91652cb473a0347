import type { VerifiedToken } from "#server/platform/http/handler.ts";

/** How many tokens are remembered; the oldest goes first. */
const maxTokens = 20_000;

/** A cache of tokens whose signature was verified, with their expiry: a patient's next requests skip the check. */
export function createTokenCache() {
  const cache = new Map<string, VerifiedToken>();
  return {
    /** The cached result for a token still valid at `now` (ms); undefined if it needs the full check. */
    find(token: string, now: number): VerifiedToken | undefined {
      const entry = cache.get(token);
      return entry && entry.endsAt > now ? entry : undefined;
    },
    remember(token: string, proof: VerifiedToken): void {
      if (cache.size >= maxTokens) cache.delete(cache.keys().next().value as string);
      cache.set(token, proof);
    },
  };
}
