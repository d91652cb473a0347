import { outsideTable } from "#server/platform/outside/outside-table.ts";

/** Why somebody comes back from the provider without a session: the sign-in page says it in words. */
export type OidcProblem =
  | "unavailable"
  | "busy"
  | "misconfigured"
  | "refused"
  | "not_fresh"
  | "no_role"
  | "disabled"
  | "email_taken"
  | "not_invited"
  | "already_linked"
  | "link_expired";

const again = "Sign-in says that it can't be reached now; whoever is in goes on working.";
const settings = "Sign-in says that it isn't set up right; whoever is in goes on working.";
const refused = "Sign-in says that it didn't work.";
const log = "The log has the code.";

/** The practice's identity provider: OpenID Connect Core 1.0, RFC 6749 §4.1.2.1 and §5.2, and how providers differ from them. */
export const staffSignIn = outsideTable({
  system: "staff_sign_in",
  name: "The identity provider of the practice’s people",
  rows: {
    unavailable: {
      means: "for_now",
      comes: "no connection, silence, 3xx, 429, 5xx, HTML, half an answer, `temporarily_unavailable`, `server_error`",
      person: again,
      practice: "It can't be reached. Sessions go on for up to 12 hours; the emergency account signs in without it.",
    },
    client_refused: {
      means: "ours",
      comes:
        "`invalid_client`, `unauthorized_client`, `unsupported_grant_type`, `invalid_scope`, `invalid_request`, 401 at the token endpoint",
      person: settings,
      practice:
        "It refuses this app. Compare STAFF_OIDC_CLIENT_ID, STAFF_OIDC_CLIENT_SECRET (has it expired?), STAFF_OIDC_CLIENT_AUTH and STAFF_OIDC_SCOPES with what is registered there.",
    },
    request_refused: {
      // By the browser's address, which anybody can write: an alarm only if it lasts.
      means: "for_now",
      comes:
        "`invalid_scope`, `unauthorized_client`, `invalid_request` or an unknown error in the address the browser comes back with",
      person: settings,
      practice:
        "It refuses the way people are sent there. Compare STAFF_OIDC_SCOPES, STAFF_OIDC_PROMPT, STAFF_OIDC_PARAMETERS and the redirect address with what is registered there.",
    },
    denied: {
      means: "final",
      comes: "`access_denied`: they pressed Cancel, or may not use this app; at a refresh, a policy of the provider",
      person: refused,
      practice: "They may have to be assigned to this app there.",
    },
    interaction_required: {
      means: "final",
      comes: "`login_required`, `interaction_required`, `consent_required`, `account_selection_required`",
      person: "They sign in again.",
      practice: "They sign in again.",
    },
    signed_out_there: {
      means: "final",
      comes: "`invalid_grant`: the sign-in there was ended, or the code is too old",
      person: "They sign in again.",
      practice: "They sign in again.",
    },
    another_sign_in: {
      means: "final",
      comes: "an ID token of another sign-in or another person (`nonce`, `sub`)",
      person: refused,
      practice: `They try again. ${log}`,
    },
    bad_signature: {
      means: "ours",
      comes:
        "an ID token that no key of the provider signed, or with an algorithm that anybody who knows the client secret could sign with",
      person: settings,
      practice:
        "Its ID tokens are not signed by its own keys with RS256, PS256, ES256 or EdDSA. Choose one of these for this client there; if that is so already, somebody may stand in between.",
    },
    unknown_key: {
      means: "for_now",
      comes: "an ID token with a key that isn't listed yet, just after a rotation",
      person: again,
      practice: "Its keys don't hold the one its ID tokens are signed with.",
    },
    wrong_issuer: {
      means: "ours",
      comes:
        "another issuer or audience than asked for, in the discovery document or the ID token; an issuer for any tenant",
      person: settings,
      practice:
        "It calls itself something else than STAFF_OIDC_ISSUER, or is for the people of any organization. Set the issuer exactly as its discovery document says, of your own tenant.",
    },
    lacks_needed: {
      means: "ours",
      comes: "a discovery document without an endpoint, keys, the code flow or a signature we need",
      person: settings,
      practice: `It lacks something that signing in needs (docs/deploy.md, The clinic's people). ${log}`,
    },
    clock_off: {
      means: "ours",
      comes: "an ID token that is over, or not yet valid, by more than a minute",
      person: settings,
      practice: "Its clock and this server's differ by more than a minute.",
    },
    odd_answer: {
      means: "ours",
      comes: "an answer without an ID token, without `sub`, or with values of another kind than the standard's",
      person: settings,
      practice: `It answers otherwise than the standard says. ${log}`,
    },
    no_sign_in_time: {
      means: "ours",
      comes: "no `auth_time` where a new sign-in was asked for",
      person: "Sign-in says that it wasn't asked for again; a passkey or an authenticator app proves it instead.",
      practice:
        "It doesn't say when somebody signed in. Have it send auth_time, or choose STAFF_OIDC_FRESH (docs/deploy.md, The clinic's people).",
    },
    not_signed_in_again: {
      means: "final",
      comes: "`auth_time` before the new sign-in was asked for",
      person: "Sign-in says that it wasn't asked for again; a passkey or an authenticator app proves it instead.",
      practice: "If it happens to everybody: it ignores prompt=login. Set STAFF_OIDC_FRESH=here.",
    },
    weaker_sign_in: {
      means: "final",
      comes: "another `acr` than STAFF_OIDC_ACR",
      person: refused,
      practice: "They signed in with less than STAFF_OIDC_ACR asks for.",
    },
    userinfo_refused: {
      means: "ours",
      comes: "401 or 403 at the userinfo endpoint",
      person: settings,
      practice: "It gives no roles in the ID token and refuses to be asked for them. Send them in the ID token.",
    },
    roles_left_out: {
      means: "ours",
      comes: "`_claim_names` or `hasgroups` instead of the groups: somebody has more than 200",
      person: settings,
      practice:
        "It leaves out the groups of somebody who has too many. Use app roles, or send only groups assigned to this app.",
    },
    roles_not_refreshed: {
      means: "ours",
      comes: "refreshed tokens without the claim of the roles, and none at userinfo, where a sign-in had them",
      person: "They go on with the roles they signed in with, for up to 12 hours.",
      practice:
        "It says nobody's roles after sign-in, so what you take away there counts here only at the next sign-in.",
    },
    no_administrator_left: {
      means: "ours",
      comes: "roles that would leave nobody who gives roles",
      person: "The last administrator stays one.",
      practice:
        "It makes nobody an administrator of this app. The last one stays: give the role there again, or set STAFF_OIDC_ROLES=team.",
    },
  },
  unknown: { person: again },
});

export type ProviderAnswer = keyof typeof staffSignIn.rows;

/** The provider's answer is one of the table's, and not a good one. */
export class ProviderError extends Error {
  readonly answer: ProviderAnswer;
  constructor(answer: ProviderAnswer, code: string, options: ErrorOptions = {}) {
    super(code, options);
    this.answer = answer;
  }
}

/** What the sign-in page says of an answer. */
export const problemOf: Readonly<Record<ProviderAnswer, OidcProblem>> = {
  unavailable: "unavailable",
  unknown_key: "unavailable",
  unknown: "unavailable",
  client_refused: "misconfigured",
  request_refused: "misconfigured",
  bad_signature: "misconfigured",
  wrong_issuer: "misconfigured",
  lacks_needed: "misconfigured",
  clock_off: "misconfigured",
  odd_answer: "misconfigured",
  userinfo_refused: "misconfigured",
  roles_left_out: "misconfigured",
  roles_not_refreshed: "misconfigured",
  no_administrator_left: "misconfigured",
  denied: "refused",
  interaction_required: "refused",
  signed_out_there: "refused",
  another_sign_in: "refused",
  weaker_sign_in: "refused",
  no_sign_in_time: "not_fresh",
  not_signed_in_again: "not_fresh",
};
