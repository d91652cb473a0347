import { call } from "#app/api/api.ts";
import { auth } from "#contract/auth.ts";
import { type Checked, checkForm } from "./check-form.ts";

/** Has a recovery link mailed and answers to where; complaints by field when that cannot be asked. `page` is where it leads. */
export async function askForLink(
  given: Readonly<Record<string, string>>,
  page: "cart" | undefined,
): Promise<Checked<{ readonly email: string }>> {
  const checked = checkForm(auth.forgotPassword.body, { ...given, page });
  if (checked.values) await call(auth.forgotPassword, { body: checked.values });
  return checked;
}
