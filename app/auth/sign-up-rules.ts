import type * as z from "zod/mini";
import { cookieNames } from "#app/api/cookie-names.ts";
import type { CookieJar } from "#app/api/cookies.ts";
import type { Settings } from "#app/api/settings.ts";
import { auth } from "#contract/auth.ts";
import { type Checked, checkForm } from "./check-form.ts";

type Given = Readonly<Record<string, string>>;
type Terms = { readonly termsVersion: string | null; readonly brand: Pick<Settings["brand"], "termsmissing"> };

const missing: Readonly<Record<string, string>> = {
  firstname: "Please enter your first name.",
  lastname: "Please enter your last name.",
};

/** The codes she came with: of the practice, and of the friend who sent her. */
interface Codes {
  readonly invitationcode?: string;
  readonly referralcode?: string;
}

/** The code of the friend whose link she followed, as a body wants it; nothing for what cannot be one. */
export function friendsCode(cookies: CookieJar): Pick<Codes, "referralcode"> {
  const referralcode = cookies.get(cookieNames.referral)?.trim();
  return referralcode && referralcode.length <= 40 ? { referralcode } : {};
}

/** Checks the sign-up form, as a patient of the practice. */
export const checkSignUp = (
  given: Given,
  terms: Terms,
  codes: Codes = {},
): Checked<z.output<typeof auth.signUp.body>> => check(auth.signUp.body, given, terms, { role: "PATIENT", ...codes });

/** Checks the sign-up form of the cart, for items without a prescription. */
export const checkCartSignUp = (
  given: Given,
  terms: Terms,
  codes: Pick<Codes, "referralcode"> = {},
): Checked<z.output<typeof auth.signUpNonRx.body>> => check(auth.signUpNonRx.body, given, terms, codes);

/** Names and terms are required here, the rest is the contract's (spec §5). */
function check<T>(body: z.ZodMiniType<T>, given: Given, terms: Terms, more: object): Checked<T> {
  const { acceptedterms, ...fields } = given;
  const checked = checkForm(body, {
    ...fields,
    ...more,
    ...(terms.termsVersion !== null && { acceptedterms: terms.termsVersion }),
  });
  const errors: Record<string, string> = { ...checked.errors };
  for (const [name, message] of Object.entries(missing)) if (!given[name]?.trim()) errors[name] = message;
  if (acceptedterms === undefined) errors["acceptedterms"] = terms.brand.termsmissing;
  return Object.keys(errors).length > 0 || !checked.values ? { values: null, errors } : checked;
}
