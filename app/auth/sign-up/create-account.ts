import { call } from "#app/api/call.ts";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import { browserCookies } from "#app/api/session/cookies.ts";
import { settings } from "#app/settings.ts";
import { auth } from "#contract/auth.ts";
import type { OnboardingRecord } from "#contract/onboarding/record.ts";
import { beginSession } from "../login/start-session.ts";
import type { FieldErrors } from "../form-errors.ts";
import { removeInvitationCode, invitationCode } from "./invitation-code.ts";
import { validateSignUp, referralCodeFromCookie } from "./sign-up-rules.ts";

/**
 * Creates the account with the form's values (spec §2.3, §5); returns issues by field when the form is invalid. `begun` runs when the session begins,
 * with its onboarding record.
 */
export async function createAccount(
  formValues: Readonly<Record<string, string>>,
  onSignedIn: (record: OnboardingRecord | null) => void,
): Promise<FieldErrors | null> {
  const invitationcode = invitationCode();
  const codes = { ...referralCodeFromCookie(browserCookies), ...(invitationcode !== undefined && { invitationcode }) };
  const { values, errors } = validateSignUp(formValues, settings, codes);
  if (errors) return errors;
  const result = await call(auth.signUp, { body: values });
  removeInvitationCode();
  browserCookies.drop(cookieNames.referral);
  await beginSession(result, onSignedIn);
  return null;
}
