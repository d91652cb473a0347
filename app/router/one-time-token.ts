import { auth } from "#contract/auth.ts";
import { call } from "#app/api/api.ts";
import { session } from "#app/api/session.ts";

/** The `token` of an address, and the address without it; null when it has none. */
export function takeToken(href: string): { token: string; rest: string } | null {
  const url = new URL(href);
  const token = url.searchParams.get("token");
  if (token === null) return null;
  url.searchParams.delete("token");
  return { token, rest: url.pathname + url.search + url.hash };
}

/** Signs in with a one-time token. One that is used up or too old changes nothing: the page's guard decides. */
export async function redeem(onetimetoken: string): Promise<void> {
  try {
    const { idToken } = await call(auth.getToken, { body: { onetimetoken } });
    session.signedIn(idToken);
  } catch {
    session.sync();
  }
}
