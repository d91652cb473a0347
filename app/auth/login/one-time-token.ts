import { call } from "#app/api/call.ts";
import { session } from "#app/api/session/session.ts";
import { auth } from "#contract/auth.ts";

/** Signs in with a one-time token; false when it is used or expired. */
export async function signInWithOneTimeToken(onetimetoken: string): Promise<boolean> {
  try {
    const { idToken } = await call(auth.getToken, { body: { onetimetoken } });
    session.signedIn(idToken);
    return true;
  } catch {
    session.sync();
    return false;
  }
}
