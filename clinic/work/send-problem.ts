import { isApiError } from "#app/api/api-error.ts";
import { isOutcomeUnknown } from "#clinic/api/refusal.ts";
import { holderIn } from "./hold-claim.ts";

/** Why something that was sent isn't done, as far as it's known. */
export type SendProblem =
  /** Somebody else works on it. */
  | { readonly kind: "claimed"; readonly holder: string }
  /** No answer came: it may be done or not. The same press again is safe. */
  | { readonly kind: "unclear" }
  /** It isn't as it was looked at: it's read again before anything else. */
  | { readonly kind: "outdated"; readonly message: string }
  | { readonly kind: "refused"; readonly message: string };

export function sendProblem(error: unknown): SendProblem {
  if (!isApiError(error) || isOutcomeUnknown(error)) return { kind: "unclear" };
  const { code, details, message } = error;
  if (code === "claimed") return { kind: "claimed", holder: holderIn(details) };
  return { kind: code === "wrong_state" || code === "conflict" ? "outdated" : "refused", message };
}
