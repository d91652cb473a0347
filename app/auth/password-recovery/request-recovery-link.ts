import { call } from "#app/api/call.ts";
import { auth } from "#contract/auth.ts";
import { type FormCheck, validateForm } from "../validate-form.ts";

/** Has a recovery link mailed and answers to where; complaints by field when that cannot be asked. `page` is where it leads. */
export async function requestRecoveryLink(
  formValues: Readonly<Record<string, string>>,
  page: "cart" | undefined,
): Promise<FormCheck<{ readonly email: string }>> {
  const checked = validateForm(auth.forgotPassword.body, { ...formValues, page });
  if (checked.values) await call(auth.forgotPassword, { body: checked.values });
  return checked;
}
