import * as oidc from "openid-client";
import type { Role } from "#contract/policy/roles.ts";
import { ProviderError } from "./answers.ts";
import { type Claims, emailOf, nameOf, rolesOf, subjectOf } from "./claims.ts";
import { configurationOf, type OidcSettings, scopesOf } from "./discovery.ts";
import { asProviderError } from "./provider-errors.ts";

/** What the provider says of somebody. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The address it has of them. It is nobody's proof: who they are here follows from issuer and subject. */
  readonly email: string | null;
  readonly name: string | null;
  /** Null where it says nothing about roles. */
  readonly roles: readonly Role[] | null;
  /** Asks for the roles again later; null where the provider gives none. */
  readonly refreshToken: string | null;
}

/** How old a sign-in a provider is asked to accept for a fresh proof, seconds. */
const freshSeconds = 60;
/** How much longer than the browser was away a sign-in may be ago, seconds. */
const freshSlackSeconds = 30;

/** Where a browser goes to sign in. A fresh proof asks for the provider's sign-in again, whoever is signed in there. Throws a `ProviderError`. */
export async function authorizationUrl(
  settings: OidcSettings,
  request: {
    readonly redirectUri: string;
    readonly state: string;
    readonly nonce: string;
    readonly codeVerifier: string;
    readonly anew: boolean;
  },
): Promise<URL> {
  const configuration = await configurationOf(settings);
  return oidc.buildAuthorizationUrl(configuration, {
    ...settings.parameters,
    redirect_uri: request.redirectUri,
    scope: scopesOf(configuration.serverMetadata(), settings).join(" "),
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: "S256",
    ...(settings.acr === null ? {} : { acr_values: settings.acr }),
    ...(settings.prompt === null ? {} : { prompt: settings.prompt }),
    ...(request.anew ? { prompt: "login", max_age: String(freshSeconds) } : {}),
  });
}

/** Redeems what the provider sent the browser back with. Throws a `ProviderError`. */
export async function redeem(
  settings: OidcSettings,
  callback: URL,
  expected: {
    readonly state: string;
    readonly nonce: string;
    readonly codeVerifier: string;
    /** How long the browser was away, seconds, where a new sign-in was asked for; else null. */
    readonly anewWithin: number | null;
  },
): Promise<ProvidedIdentity> {
  try {
    const configuration = await configurationOf(settings);
    const tokens = await oidc.authorizationCodeGrant(configuration, callback, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.codeVerifier,
      idTokenExpected: true,
    });
    const claims: Claims | undefined = tokens.claims();
    if (!claims) throw new ProviderError("odd_answer", "no id token");
    if (settings.acr !== null && claims["acr"] !== settings.acr) throw new ProviderError("weaker_sign_in", "acr");
    if (expected.anewWithin !== null) requireSignedInAgain(settings, claims, expected.anewWithin);
    const all = await completed(configuration, settings, claims, tokens.access_token, { forEmail: true });
    return identityOf(settings, all, tokens.refresh_token ?? null);
  } catch (error) {
    throw asProviderError(error);
  }
}

/** What the provider says now. Throws a `ProviderError`. */
export async function askAgain(
  settings: OidcSettings,
  refreshToken: string,
  known: { readonly issuer: string; readonly subject: string },
): Promise<ProvidedIdentity> {
  try {
    const configuration = await configurationOf(settings);
    const tokens = await oidc.refreshTokenGrant(configuration, refreshToken);
    const claims: Claims = tokens.claims() ?? { iss: known.issuer, sub: known.subject };
    if (subjectOf(claims) !== known.subject) throw new ProviderError("another_sign_in", "sub");
    const all = await completed(configuration, settings, claims, tokens.access_token, { forEmail: false });
    return identityOf(settings, all, tokens.refresh_token ?? refreshToken);
  } catch (error) {
    throw asProviderError(error);
  }
}

/**
 * The provider's clock alone says how long ago somebody signed in: from `auth_time` to the token it issued just now (OpenID Connect Core §3.1.2.1). Not
 * every provider sends it, and a setting says what counts then.
 */
function requireSignedInAgain({ fresh }: OidcSettings, claims: Claims, awaySeconds: number): void {
  const { auth_time: signedInAt, iat: issuedAt } = claims;
  if (typeof signedInAt !== "number" || typeof issuedAt !== "number") {
    if (fresh === "prompt") return;
    throw new ProviderError("no_sign_in_time", "auth_time");
  }
  if (issuedAt - signedInAt > awaySeconds + freshSlackSeconds)
    throw new ProviderError("not_signed_in_again", "auth_time");
}

/** Claims with those of the userinfo endpoint, where the ID token doesn't have what is needed: many providers keep them there alone. */
async function completed(
  configuration: oidc.Configuration,
  settings: OidcSettings,
  claims: Claims,
  accessToken: string,
  { forEmail }: { readonly forEmail: boolean },
): Promise<Claims> {
  const lacksRoles = settings.rolesFrom === "provider" && rolesOf(claims, settings) === null;
  const lacksEmail = forEmail && emailOf(claims) === null;
  const hasUserinfo = configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (!settings.userinfo || !hasUserinfo || !(lacksRoles || lacksEmail)) return claims;
  try {
    return { ...(await oidc.fetchUserInfo(configuration, accessToken, subjectOf(claims))), ...claims };
  } catch (error) {
    // Without an address somebody comes in all the same; without roles that would be a guess.
    if (!lacksRoles) return claims;
    const isRefusal =
      error instanceof oidc.WWWAuthenticateChallengeError ||
      (error instanceof oidc.ClientError &&
        [401, 403].includes((error.cause as { status?: number } | null)?.status ?? 0));
    throw isRefusal ? new ProviderError("userinfo_refused", "userinfo", { cause: error }) : error;
  }
}

const identityOf = (settings: OidcSettings, claims: Claims, refreshToken: string | null): ProvidedIdentity => ({
  issuer: String(claims["iss"]),
  subject: subjectOf(claims),
  email: emailOf(claims),
  name: nameOf(claims),
  roles: settings.rolesFrom === "provider" ? rolesOf(claims, settings) : null,
  refreshToken,
});
