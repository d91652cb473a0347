import { navigate } from "wouter/use-browser-location";
import { call } from "#app/api/api.ts";
import { auth } from "#contract/auth.ts";
import { afterLogin } from "./after-login.ts";
import { beginSession } from "./begin-session.ts";
import { checkForm } from "./check-form.ts";
import type { FieldErrors } from "./form-errors.ts";

/** Signs in with what was typed and goes where she belongs; complaints by field when it cannot be sent. */
export async function signIn(given: Readonly<Record<string, string>>, search: string): Promise<FieldErrors | null> {
  const { values, errors } = checkForm(auth.signIn.body, { ...given, role: "PATIENT" });
  if (errors) return errors;
  const reply = await call(auth.signIn, { body: values });
  await beginSession(reply, (record) => {
    navigate(afterLogin(search, { status: reply.onboardingstatus, record }), { replace: true });
  });
  return null;
}
