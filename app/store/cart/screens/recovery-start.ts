import { type RecoveryLink, readRecoveryLink } from "#app/auth/password-recovery/recovery-link.ts";

/** Where recovery begins: with the e-mail, or from a mailed link with the new password, unless the link is broken. */
export type RecoveryStart =
  | { readonly screen: "email" }
  | { readonly screen: "newpassword"; readonly link: RecoveryLink }
  | { readonly screen: "broken" };

/** Reads the address of the widget (spec §5: `v` and `c`). */
export function recoveryStart(search: string): RecoveryStart {
  const link = readRecoveryLink(search);
  if (link) return { screen: "newpassword", link };
  const query = new URLSearchParams(search);
  return { screen: query.has("v") || query.has("c") ? "broken" : "email" };
}
