import { session } from "#app/api/session/session.ts";
import { assertSuccessMessage } from "#app/auth/login/start-session.ts";
import { drafts } from "#app/forms/drafts.ts";
import type { SignedIn } from "#contract/auth.ts";
import type { CartLoginFlag } from "../widget/screen-rules.ts";

/** Starts the session in the widget; returns the cart-login flag that continues at `next` (spec §4). Drops the drafts of the account forms. */
export function startCartSession(result: SignedIn, next: CartLoginFlag["next"]): CartLoginFlag {
  assertSuccessMessage(result);
  session.signedIn(result.idToken);
  for (const form of ["login", "sign-up", "forgot-password"]) drafts.remove(form);
  return { next, onetimetoken: result.onetimetoken ?? null };
}
