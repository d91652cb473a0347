import { session } from "#app/api/session/session.ts";
import { assertSuccessMessage } from "#app/auth/login/start-session.ts";
import { drafts } from "#app/forms/drafts.ts";
import type { SignedIn } from "#contract/auth.ts";
import type { CartLoginFlag } from "../screens.ts";

/**
 * Her session begins in the widget; answers the cart-login flag with which it goes on at `next` (spec §4). What she typed in
 * the forms of her account is done with.
 */
export function startCartSession(result: SignedIn, next: CartLoginFlag["next"]): CartLoginFlag {
  assertSuccessMessage(result);
  session.signedIn(result.idToken);
  for (const form of ["login", "sign-up", "forgot-password"]) drafts.drop(form);
  return { next, onetimetoken: result.onetimetoken ?? null };
}
