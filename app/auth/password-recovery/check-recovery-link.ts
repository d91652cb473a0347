import { call } from "#app/api/call.ts";
import { isApiError } from "#app/api/api-error.ts";
import { auth } from "#contract/auth.ts";
import type { RecoveryLink } from "./recovery-link.ts";

/** Whether the server knows that a recovery link has been used; false without a response: the form is worth a try. */
export async function isRecoveryLinkUsed({ username, code }: RecoveryLink): Promise<boolean> {
  try {
    await call(auth.checkRecovery, { body: { email: username, code } }, { silent: true });
    return false;
  } catch (error) {
    return isApiError(error) && error.status === 400;
  }
}
