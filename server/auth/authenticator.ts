import type { Authenticate } from "#server/platform/http/register.ts";
import type { Proof } from "#server/platform/http/handler.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { Services } from "#server/platform/services.ts";
import { verifyAccessToken, verifyingKey } from "./access-token.ts";
import { createRevocationFollower } from "./revocation-follower.ts";
import { verifiedTokens } from "./verified-tokens.ts";

export interface Authenticator extends Authenticate {
  /** The same, with the moment the token ends. */
  readonly prove: (bearer: string) => Promise<Proof>;
  /** Stops following the other nodes. */
  readonly close: () => void;
}

/** How often a node looks for sessions that another node ended, in milliseconds. */
const pollMs = 2000;

/**
 * Proves bearer tokens by their signature and the ended sessions in memory, without a query. Where signals are open it
 * hears at once of those that other nodes ended; on a database server it also asks for them every two seconds until closed.
 */
export async function createAuthenticator(services: Services): Promise<Authenticator> {
  const { config, clock, revokedSessions, signals } = services;
  const key = await verifyingKey(services);
  const follow = createRevocationFollower(services);
  await follow();
  // A look that fails is made up for by the next one, which reaches back to the last that succeeded.
  const timer = config.databaseUrl ? setInterval(() => void follow().catch(() => undefined), pollMs).unref() : null;

  const leave = [
    signals.on("session_ended", (sessionId) => revokedSessions.add([sessionId])),
    signals.onGap(() => void follow().catch(() => undefined)),
  ];

  const verified = verifiedTokens();
  const check = async (bearer: string) => {
    const proof = await verifyAccessToken(services, key, bearer);
    verified.remember(bearer, proof);
    return proof;
  };
  const prove = async (bearer: string) => {
    const proof = verified.find(bearer, clock.now().getTime()) ?? (await check(bearer));
    if (revokedSessions.has(proof.caller.sessionId)) throw new Refusal("invalid_token");
    return proof;
  };
  const authenticate: Authenticate = async (bearer) => (await prove(bearer)).caller;
  const close = () => {
    clearInterval(timer ?? undefined);
    for (const stop of leave) stop();
  };
  return Object.assign(authenticate, { prove, close });
}
