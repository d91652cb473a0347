import type { VerifiedToken } from "#server/platform/http/handler.ts";

/** How many tokens are remembered; the oldest goes first. */
const maxTokens = 20_000;

/** Tokens whose signature was found good, with the moment they end: a patient's next requests skip the check. */
export function createTokenCache() {
  const cache = new Map<string, VerifiedToken>();
  return {
    /** What is known of a token that still holds at `now` (ms); undefined sends it to the full check. */
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
