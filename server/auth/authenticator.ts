import type { Authenticate } from "#server/platform/http/register.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyAccessToken, verifyingKey } from "./access-token.ts";
import { verifiedTokens } from "./verified-tokens.ts";
import { sessionsRevokedSince } from "./session-queries.ts";
import { limits } from "#contract/constants.ts";

export interface Authenticator extends Authenticate {
  /** Stops following the other nodes. */
  readonly close: () => void;
}

/** How often a node looks for sessions that another node ended, in milliseconds. */
const pollMs = 2000;
/** Rows of a commit that took long carry an earlier moment; so far back each look reaches, in milliseconds. */
const overlapMs = 60_000;

/**
 * Proves bearer tokens by their signature and the ended sessions in memory, without a query. On a database server,
 * where other nodes may end sessions too, it asks for those every two seconds until closed.
 */
export async function createAuthenticator(services: Services): Promise<Authenticator> {
  const { config, db, clock, revokedSessions } = services;
  const key = await verifyingKey(services);
  let seenUntil = clock.now().getTime() - limits.accessTokenSeconds * 1000;

  const follow = async () => {
    const until = clock.now().getTime();
    revokedSessions.add(await sessionsRevokedSince(db, new Date(seenUntil - overlapMs)));
    seenUntil = until;
  };
  await follow();
  // A look that fails is made up for by the next one, which reaches back to the last that succeeded.
  const timer = config.databaseUrl ? setInterval(() => void follow().catch(() => undefined), pollMs).unref() : null;

  const verified = verifiedTokens();
  const check = async (bearer: string) => {
    const { caller, endsAt } = await verifyAccessToken(services, key, bearer);
    verified.remember(bearer, caller, endsAt);
    return caller;
  };
  const authenticate: Authenticate = async (bearer) => {
    const caller = verified.find(bearer, clock.now().getTime()) ?? (await check(bearer));
    if (revokedSessions.has(caller.sessionId)) throw new Refusal("invalid_token");
    return caller;
  };
  return Object.assign(authenticate, { close: () => clearInterval(timer ?? undefined) });
}
