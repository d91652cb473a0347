import { call } from "#app/api/call.ts";
import { auth } from "#contract/auth.ts";
import { validateForm } from "../validate-form.ts";
import type { FieldErrors } from "../form-errors.ts";
import { saveInvitationCode } from "./invitation-code.ts";

/** Has the server check an invitation code and keeps it for the account; returns issues by field. */
export async function verifyInvitationCode(formValues: Readonly<Record<string, string>>): Promise<FieldErrors | null> {
  const { values, errors } = validateForm(auth.checkInvitation.body, formValues);
  if (errors) return errors;
  const { code } = await call(auth.checkInvitation, { body: values });
  saveInvitationCode(code);
  return null;
}
