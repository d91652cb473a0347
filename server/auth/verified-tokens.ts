import type { Proof } from "#server/platform/http/handler.ts";

/** How many tokens are remembered; the oldest goes first. */
const most = 20_000;

/** Tokens whose signature was found good, with the moment they end: a patient's next requests skip the check. */
export function verifiedTokens() {
  const known = new Map<string, Proof>();
  return {
    /** What is known of a token that still holds at `now` (ms); undefined sends it to the full check. */
    find(token: string, now: number): Proof | undefined {
      const entry = known.get(token);
      return entry && entry.endsAt > now ? entry : undefined;
    },
    remember(token: string, proof: Proof): void {
      if (known.size >= most) known.delete(known.keys().next().value as string);
      known.set(token, proof);
    },
  };
}
