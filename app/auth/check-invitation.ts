import { call } from "#app/api/api.ts";
import { auth } from "#contract/auth.ts";
import { checkForm } from "./check-form.ts";
import type { FieldErrors } from "./form-errors.ts";
import { keepInvitation } from "./invitation.ts";

/** Has the server check a sign-up code and keeps it for the account; complaints by field. */
export async function checkInvitation(given: Readonly<Record<string, string>>): Promise<FieldErrors | null> {
  const { values, errors } = checkForm(auth.checkInvitation.body, given);
  if (errors) return errors;
  const { code } = await call(auth.checkInvitation, { body: values });
  keepInvitation(code);
  return null;
}
