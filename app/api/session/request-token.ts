import { auth } from "#contract/auth.ts";
import type { Call } from "../client.ts";
import type { SessionStore } from "./session.ts";

/**
 * A new access token: for the refresh cookie, or where cookies are refused by a one-time token for the one that is about to end.
 * The session before is left to run out: calls under way still carry its token.
 */
export async function requestToken(call: Call, session: SessionStore): Promise<{ readonly idToken: string }> {
  const { token } = session.get();
  if (token === null || !session.inMemory()) return call(auth.refreshToken, {});
  const { onetimetoken } = await call(auth.getOneTimeToken, {}, { token, renew: false });
  return call(auth.getToken, { body: { onetimetoken } });
}
