import { call } from "#app/api/call.ts";
import { auth } from "#contract/auth.ts";
import { validateForm } from "../validate-form.ts";
import type { FieldErrors } from "../form-errors.ts";
import type { RecoveryLink } from "./recovery-link.ts";

/** The alert above a form submitted with two different passwords (spec §5). */
export const passwordMismatchText = "Password did not match";

/** Sets the password, typed twice, with the code of a recovery link (spec §5); returns issues by field, and one for the form, when it is invalid. */
export async function setRecoveredPassword(
  { username, code }: RecoveryLink,
  { password = "", confirm = "" }: Readonly<Record<string, string>>,
): Promise<FieldErrors | null> {
  const { values, errors } = validateForm(auth.confirmPassword.body, { email: username, code, password });
  if (errors?.["password"]) return errors;
  if (confirm !== password) return { form: passwordMismatchText, confirm: "Your password does not match" };
  if (!values) return errors;
  await call(auth.confirmPassword, { body: values });
  return null;
}
