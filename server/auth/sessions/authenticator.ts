import type { Authenticate } from "#server/platform/http/register-call.ts";
import type { VerifiedToken } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyAccessToken, verificationKey } from "./access-token.ts";
import { limits } from "#contract/constants.ts";
import { sessionsRevokedSince } from "./session-queries.ts";

/** How far back each poll reaches, in milliseconds: rows of a slow commit carry an earlier time. */
const overlapMs = 60_000;

/**
 * Returns a function that adds the sessions ended since its last success, on any node; the first time, those whose
 * access tokens may still be valid.
 */
export function createRevocationPoller({
  db,
  clock,
  revokedSessions,
}: Pick<Services, "db" | "clock" | "revokedSessions">): () => Promise<void> {
  let seenUntil = clock.now().getTime() - limits.accessTokenSeconds * 1000;
  return async () => {
    const until = clock.now().getTime();
    revokedSessions.add(await sessionsRevokedSince(db, new Date(seenUntil - overlapMs)));
    seenUntil = until;
  };
}

/** How many tokens are remembered; the oldest goes first. */
const maxTokens = 20_000;

/** A cache of tokens whose signature was verified, with their expiry: a patient's next requests skip the check. */
function createTokenCache() {
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

export interface Authenticator extends Authenticate {
  /** The same, with the time the token expires. */
  readonly prove: (bearer: string) => Promise<VerifiedToken>;
  /** Stops following the other nodes. */
  readonly close: () => void;
}

/** How often a node polls for sessions that another node ended, in milliseconds. */
const pollMs = 2000;

/**
 * Authenticates bearer tokens by their signature and the revoked sessions in memory, without a query. With signals open it
 * learns at once of sessions other nodes ended; on a database server it also polls for them every two seconds until closed.
 */
export async function createAuthenticator(services: Services): Promise<Authenticator> {
  const { config, clock, revokedSessions, signals } = services;
  const key = await verificationKey(services);
  const pollRevocations = createRevocationPoller(services);
  await pollRevocations();
  // A failed poll is made up for by the next one, which reaches back to the last success.
  const timer = config.databaseUrl
    ? setInterval(() => void pollRevocations().catch(() => undefined), pollMs).unref()
    : null;

  const unsubscribers = [
    signals.on("session_ended", (sessionId) => revokedSessions.add([sessionId])),
    signals.onGap(() => void pollRevocations().catch(() => undefined)),
  ];

  const tokenCache = createTokenCache();
  const verifySignature = async (bearer: string) => {
    const proof = await verifyAccessToken(services, key, bearer);
    tokenCache.remember(bearer, proof);
    return proof;
  };
  const verify = async (bearer: string) => {
    const proof = tokenCache.find(bearer, clock.now().getTime()) ?? (await verifySignature(bearer));
    if (revokedSessions.has(proof.caller.sessionId)) throw new Refusal("invalid_token");
    return proof;
  };
  const authenticate: Authenticate = async (bearer) => (await verify(bearer)).caller;
  const close = () => {
    clearInterval(timer ?? undefined);
    for (const unsubscribe of unsubscribers) unsubscribe();
  };
  return Object.assign(authenticate, { prove: verify, close });
}
