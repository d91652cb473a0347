import type { Content } from "#content/loader/load.ts";
import type { Config } from "#server/config.ts";
import { Refusal } from "#server/platform/refusal.ts";
import type { ConsentVersion } from "./accounts/consents.ts";

/** Whether this code opens sign-up: always when the practice requires none. */
export function isSignUpOpen({ invitationCodes }: Pick<Config, "invitationCodes">, code: string | undefined): boolean {
  if (invitationCodes.length === 0) return true;
  return code !== undefined && invitationCodes.some((known) => known.toLowerCase() === code.toLowerCase());
}

/** Refuses `bad_request` at the field for an invalid sign-up code. */
export function refuseWithoutInvitation(
  config: Pick<Config, "invitationCodes">,
  code: string | undefined,
  path: string,
): void {
  if (isSignUpOpen(config, code)) return;
  const message = code
    ? "We do not know this sign-up code. Please check the code you entered."
    : "Please enter your sign-up code.";
  throw new Refusal("bad_request", { fields: [{ path, message }] });
}

/** Consents given by accepting the terms of `version` at sign-up; refuses a version that is not the current one. */
export function signUpConsents(
  { consents }: Pick<Content, "consents">,
  version: string | undefined,
): readonly ConsentVersion[] {
  if (version === undefined) return [];
  const acceptedConsents = consents.filter((consent) => consent.at === "signup" && consent.version === version);
  if (acceptedConsents.length > 0) return acceptedConsents.map(({ id }) => ({ id, version }));
  const message = "Our terms have changed. Please reload the page and read them again.";
  throw new Refusal("bad_request", { fields: [{ path: "acceptedterms", message }] });
}
