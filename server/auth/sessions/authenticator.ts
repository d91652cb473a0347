import { limits } from "#contract/constants.ts";
import type { Poll } from "#server/platform/database/polls.ts";
import type { Authenticate } from "#server/platform/http/authenticate.ts";
import type { VerifiedToken } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyAccessToken, verificationKey } from "./access-token.ts";
import { sessionsRevokedSince } from "./session-queries.ts";

/** How far back each poll reaches, in milliseconds: rows of a slow commit carry an earlier time. */
const overlapMs = 60_000;

/** Adds the sessions ended since the last success, on any node; the first time, those whose access tokens may still be valid. */
export function createRevocationPoll({
  db,
  clock,
  revokedSessions,
}: Pick<Services, "db" | "clock" | "revokedSessions">): Poll & { readonly now: () => Promise<void> } {
  let seenUntil = clock.now().getTime() - limits.accessTokenSeconds * 1000;
  let readAt = seenUntil;
  const select = () => {
    readAt = clock.now().getTime();
    return sessionsRevokedSince(db, new Date(seenUntil - overlapMs));
  };
  const found = (ids: readonly string[]) => {
    revokedSessions.add(ids);
    seenUntil = readAt;
  };
  return { select, found, now: async () => found((await select().execute()).map(({ id }) => id)) };
}

/** How many tokens are remembered; the oldest goes first. */
const maxTokens = 20_000;

/** A cache of up to `most` tokens whose signature was verified, with their expiry: a patient's next requests skip the check. */
export function createTokenCache(most = maxTokens): {
  readonly find: (token: string, now: number) => VerifiedToken | undefined;
  readonly remember: (token: string, proof: VerifiedToken) => void;
} {
  const cache = new Map<string, VerifiedToken>();
  return {
    /** The cached result for a token still valid at `now` (ms); undefined if it needs the full check. */
    find(token: string, now: number): VerifiedToken | undefined {
      const entry = cache.get(token);
      return entry && entry.expiresAt > now ? entry : undefined;
    },
    remember(token: string, proof: VerifiedToken): void {
      if (cache.size >= most) cache.delete(cache.keys().next().value as string);
      cache.set(token, proof);
    },
  };
}

export interface Authenticator extends Authenticate {
  /** The same, with the time the token expires. */
  readonly verify: (bearer: string) => Promise<VerifiedToken>;
  /** Stops following the other nodes. */
  readonly close: () => void;
}

/**
 * Authenticates bearer tokens by their signature and the revoked sessions in memory, without a query. With signals open it
 * learns at once of sessions other nodes ended; on a database server it also polls for them every second until closed.
 */
export async function createAuthenticator(services: Services): Promise<Authenticator> {
  const { config, clockGuard, revokedSessions, signals, polls } = services;
  const key = await verificationKey(services);
  const revocations = createRevocationPoll(services);
  await revocations.now();
  // A failed poll is made up for by the next one, which reaches back to the last success.
  const stopPolling = config.databaseUrl ? polls.add(revocations) : null;

  const unsubscribers = [
    signals.on("session_ended", (sessionId) => revokedSessions.add([sessionId])),
    signals.onGap(() => void revocations.now().catch(() => undefined)),
  ];

  const tokenCache = createTokenCache();
  const verifySignature = async (bearer: string) => {
    const proof = await verifyAccessToken({ ...services, clock: clockGuard.shared }, key, bearer);
    tokenCache.remember(bearer, proof);
    return proof;
  };
  const verify = async (bearer: string) => {
    const proof = tokenCache.find(bearer, clockGuard.shared.now().getTime()) ?? (await verifySignature(bearer));
    if (revokedSessions.has(proof.caller.sessionId)) throw new Refusal("invalid_token");
    return proof;
  };
  const authenticate: Authenticate = async (bearer) => (await verify(bearer)).caller;
  const close = () => {
    void stopPolling?.();
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
  return Object.assign(authenticate, { verify, close });
}
