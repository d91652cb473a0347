import type * as z from "zod/mini";
import type { Settings } from "#app/api/settings.ts";
import { auth } from "#contract/auth.ts";
import { type Checked, checkForm } from "./check-form.ts";

type SignUpBody = z.output<typeof auth.signUp.body>;

const missing: Readonly<Record<string, string>> = {
  firstname: "Please enter your first name.",
  lastname: "Please enter your last name.",
};

/** Checks the sign-up form: names and terms are required here, the rest is the contract's (spec §5). */
export function checkSignUp(
  given: Readonly<Record<string, string>>,
  settings: { readonly termsVersion: string | null; readonly brand: Pick<Settings["brand"], "termsmissing"> },
  invitationcode: string | undefined,
): Checked<SignUpBody> {
  const { acceptedterms, ...fields } = given;
  const checked = checkForm(auth.signUp.body, {
    ...fields,
    role: "PATIENT",
    ...(settings.termsVersion !== null && { acceptedterms: settings.termsVersion }),
    ...(invitationcode !== undefined && { invitationcode }),
  });
  const errors: Record<string, string> = { ...checked.errors };
  for (const [name, message] of Object.entries(missing)) if (!given[name]?.trim()) errors[name] = message;
  if (acceptedterms === undefined) errors["acceptedterms"] = settings.brand.termsmissing;
  return Object.keys(errors).length > 0 || !checked.values ? { values: null, errors } : checked;
}
