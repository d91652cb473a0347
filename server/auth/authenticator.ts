import type { Authenticate } from "#server/platform/http/register.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyAccessToken, verifyingKey } from "./access-token.ts";
import { createRevocationFollower } from "./revocation-follower.ts";
import { verifiedTokens } from "./verified-tokens.ts";

export interface Authenticator extends Authenticate {
  /** Stops following the other nodes. */
  readonly close: () => void;
}

/** How often a node looks for sessions that another node ended, in milliseconds. */
const pollMs = 2000;

/**
 * Proves bearer tokens by their signature and the ended sessions in memory, without a query. On a database server,
 * where other nodes may end sessions too, it asks for those every two seconds until closed.
 */
export async function createAuthenticator(services: Services): Promise<Authenticator> {
  const { config, clock, revokedSessions } = services;
  const key = await verifyingKey(services);
  const follow = createRevocationFollower(services);
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
