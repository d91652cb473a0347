import { call } from "#app/api/api.ts";
import { session } from "#app/api/session.ts";
import { auth } from "#contract/auth.ts";

/** Signs in with a one-time token. One that is used up or too old changes nothing: the page's guard decides. */
export async function redeem(onetimetoken: string): Promise<void> {
  try {
    const { idToken } = await call(auth.getToken, { body: { onetimetoken } });
    session.signedIn(idToken);
  } catch {
    session.sync();
  }
}
