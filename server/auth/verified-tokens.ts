import type { Caller } from "#server/platform/http/handler.ts";

/** How many tokens are remembered; the oldest goes first. */
const most = 20_000;

/** Tokens whose signature was found good, with the moment they end: a patient's next requests skip the check. */
export function verifiedTokens() {
  const known = new Map<string, { readonly caller: Caller; readonly endsAt: number }>();
  return {
    /** The caller of a token that still holds at `now` (ms); undefined sends it to the full check. */
    find(token: string, now: number): Caller | undefined {
      const entry = known.get(token);
      return entry && entry.endsAt > now ? entry.caller : undefined;
    },
    remember(token: string, caller: Caller, endsAt: number): void {
      if (known.size >= most) known.delete(known.keys().next().value as string);
      known.set(token, { caller, endsAt });
    },
  };
}
