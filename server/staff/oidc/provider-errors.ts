import * as oidc from "openid-client";
import { type ProviderAnswer, ProviderError } from "./answers.ts";

/** Error codes of the token endpoint (RFC 6749 §5.2), and those that providers give there besides. */
const tokenErrors: Readonly<Record<string, ProviderAnswer>> = {
  invalid_grant: "signed_out_there",
  invalid_client: "client_refused",
  unauthorized_client: "client_refused",
  unsupported_grant_type: "client_refused",
  invalid_scope: "client_refused",
  invalid_request: "client_refused",
  access_denied: "denied",
  interaction_required: "interaction_required",
  login_required: "interaction_required",
  consent_required: "interaction_required",
  temporarily_unavailable: "unavailable",
  server_error: "unavailable",
  slow_down: "unavailable",
};

/** Error codes in the address that the browser comes back with (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
const browserErrors: Readonly<Record<string, ProviderAnswer>> = {
  access_denied: "denied",
  login_required: "interaction_required",
  interaction_required: "interaction_required",
  consent_required: "interaction_required",
  account_selection_required: "interaction_required",
  temporarily_unavailable: "unavailable",
  server_error: "unavailable",
};

/** Codes of the library, where they mean one thing wherever they come from. */
const libraryErrors: Readonly<Record<string, ProviderAnswer>> = {
  OAUTH_TIMEOUT: "unavailable",
  OAUTH_ABORT: "unavailable",
  OAUTH_RESPONSE_IS_NOT_CONFORM: "unavailable",
  OAUTH_RESPONSE_IS_NOT_JSON: "unavailable",
  OAUTH_PARSE_ERROR: "unavailable",
  OAUTH_KEY_SELECTION_FAILED: "unknown_key",
  OAUTH_UNSUPPORTED_OPERATION: "bad_signature",
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: "clock_off",
  OAUTH_MISSING_SERVER_METADATA: "lacks_needed",
  OAUTH_INVALID_SERVER_METADATA: "lacks_needed",
  OAUTH_HTTP_REQUEST_FORBIDDEN: "lacks_needed",
  OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED: "another_sign_in",
  OAUTH_INVALID_RESPONSE: "odd_answer",
};

/** Names the row an error of the library belongs to; what fits none is `unknown`. */
export function asProviderError(error: unknown): ProviderError {
  if (error instanceof ProviderError) return error;
  const [answer, code] = answerOf(error);
  return new ProviderError(answer, code, { cause: error });
}

function answerOf(error: unknown): readonly [ProviderAnswer, string] {
  if (error instanceof oidc.ResponseBodyError)
    return [
      tokenErrors[error.error] ?? (error.status === 429 ? "unavailable" : "unknown"),
      `${error.status} ${clean(error.error)}`,
    ];
  if (error instanceof oidc.AuthorizationResponseError)
    return [browserErrors[error.error] ?? "request_refused", clean(error.error)];
  if (error instanceof oidc.WWWAuthenticateChallengeError) return ["client_refused", String(error.status)];
  // Of `fetch`: no connection, or one that broke off.
  if (error instanceof TypeError && !("code" in error)) return ["unavailable", networkCode(error)];
  if (error instanceof oidc.ClientError) {
    const code = error.code ?? "";
    const cause = error.cause as
      | { readonly message?: string; readonly cause?: { readonly claim?: string } }
      | undefined;
    if (code === "OAUTH_JWT_CLAIM_COMPARISON_FAILED") {
      const claim = cause?.cause?.claim ?? "";
      return [["iss", "aud", "azp"].includes(claim) ? "wrong_issuer" : "another_sign_in", `${code} ${clean(claim)}`];
    }
    if (code === "OAUTH_INVALID_RESPONSE" && /signature/.test(cause?.message ?? "")) return ["bad_signature", code];
    if (code === "" && error.cause instanceof TypeError) return ["unavailable", networkCode(error.cause)];
    return [libraryErrors[code] ?? "unknown", code];
  }
  return ["unknown", error instanceof Error ? error.name : "no error"];
}

const networkCode = ({ cause }: TypeError): string =>
  typeof (cause as { readonly code?: unknown } | undefined)?.code === "string"
    ? (cause as { readonly code: string }).code
    : "network";

/** Codes of a standard only: nothing a provider or a person typed gets into a log. */
const clean = (code: string): string => (/^[a-z_]{1,40}$/.test(code) ? code : "other");
