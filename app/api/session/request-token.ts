import { auth } from "#contract/auth.ts";
import type { Call } from "../request.ts";
import type { SessionStore } from "./session.ts";

/**
 * Requests a new access token: by the refresh cookie, or where cookies are refused by a one-time token issued for the expiring one. The previous
 * session is left to run out: calls under way still carry its token.
 */
export async function requestToken(call: Call, session: SessionStore): Promise<{ readonly idToken: string }> {
  const { token } = session.get();
  if (token === null || !session.inMemory()) return call(auth.refreshToken, {});
  const { onetimetoken } = await call(auth.getOneTimeToken, {}, { token, renew: false });
  return call(auth.getToken, { body: { onetimetoken } });
}
