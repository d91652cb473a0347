import type * as z from "zod/mini";
import { cookieNames } from "#app/api/session/cookie-names.ts";
import type { CookieJar } from "#app/api/session/cookies.ts";
import type { Settings } from "#app/settings.ts";
import { auth } from "#contract/auth.ts";
import { type FormCheck, validateForm } from "../validate-form.ts";

type FormValues = Readonly<Record<string, string>>;
type Terms = { readonly termsVersion: string | null; readonly brand: Pick<Settings["brand"], "termsmissing"> };

const missingTexts: Readonly<Record<string, string>> = {
  firstname: "Please enter your first name.",
  lastname: "Please enter your last name.",
};

/** The codes the visitor came with: the practice's invitation code and a referral code. */
interface SignUpCodes {
  readonly invitationcode?: string;
  readonly referralcode?: string;
}

/** The referral code from the cookie, as a body field; nothing when it is malformed. */
export function referralCodeFromCookie(cookies: CookieJar): Pick<SignUpCodes, "referralcode"> {
  const referralcode = cookies.get(cookieNames.referral)?.trim();
  return referralcode && referralcode.length <= 40 ? { referralcode } : {};
}

/** Validates the sign-up form of a patient of the practice. */
export const validateSignUp = (
  formValues: FormValues,
  terms: Terms,
  codes: SignUpCodes = {},
): FormCheck<z.output<typeof auth.signUp.body>> =>
  validate(auth.signUp.body, formValues, terms, { role: "PATIENT", ...codes });

/** Validates the sign-up form of the cart, for items without a prescription. */
export const validateCartSignUp = (
  formValues: FormValues,
  terms: Terms,
  codes: Pick<SignUpCodes, "referralcode"> = {},
): FormCheck<z.output<typeof auth.signUpNonRx.body>> => validate(auth.signUpNonRx.body, formValues, terms, codes);

/** Names and terms are required here, the rest is checked by the contract (spec §5). */
function validate<T>(body: z.ZodMiniType<T>, formValues: FormValues, terms: Terms, extra: object): FormCheck<T> {
  const { acceptedterms, ...fields } = formValues;
  const checked = validateForm(body, {
    ...fields,
    ...extra,
    ...(terms.termsVersion !== null && { acceptedterms: terms.termsVersion }),
  });
  const errors: Record<string, string> = { ...checked.errors };
  for (const [name, message] of Object.entries(missingTexts)) if (!formValues[name]?.trim()) errors[name] = message;
  if (acceptedterms === undefined) errors["acceptedterms"] = terms.brand.termsmissing;
  return Object.keys(errors).length > 0 || !checked.values ? { values: null, errors } : checked;
}
