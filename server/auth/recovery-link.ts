import { SignJWT } from "jose";
import { limits } from "#contract/constants.ts";
import type { Services } from "#server/platform/services.ts";

/** Where the patient chooses the new password: on the account pages or in the cart. */
export type RecoveryPage = "account" | "cart";

/**
 * The link of a recovery mail (spec §6): `v` is a signed token that decodes to `{ username }`, the e-mail; `c` the
 * single-use code. Only the code gives access: `v` just tells the page whose password it is.
 */
export async function recoveryLink(
  { config, secrets, clock }: Pick<Services, "config" | "secrets" | "clock">,
  email: string,
  code: string,
  page: RecoveryPage,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  const token = await new SignJWT({ username: email })
    .setProtectedHeader({ alg: "HS256", typ: "recovery+jwt" })
    .setIssuer(config.publicUrl)
    .setIssuedAt(now)
    .setExpirationTime(now + limits.recoveryLinkSeconds)
    .sign(secrets.derive("recovery link"));
  const link = new URL(page === "cart" ? "/cart" : "/new-password", config.publicUrl);
  link.searchParams.set("v", token);
  link.searchParams.set("c", code);
  return link.href;
}
