import { call } from "#app/api/call.ts";
import { auth } from "#contract/auth.ts";
import { type FormCheck, validateForm } from "../validate-form.ts";

/** Requests a recovery link by mail and returns the address it went to; issues by field when the form is invalid. `page` is where the link leads. */
export async function requestRecoveryLink(
  formValues: Readonly<Record<string, string>>,
  page: "cart" | undefined,
): Promise<FormCheck<{ readonly email: string }>> {
  const checked = validateForm(auth.forgotPassword.body, { ...formValues, page });
  if (checked.values) await call(auth.forgotPassword, { body: checked.values });
  return checked;
}
