import * as oidc from "openid-client";
import { type Role, roles } from "#contract/staff/roles.ts";
import type { Config } from "#server/config.ts";

export type OidcSettings = NonNullable<Config["staffOidc"]>;

/** What the provider says of somebody. */
export interface ProvidedIdentity {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly name: string;
  readonly roles: readonly Role[];
  /** Asks for the roles again later; null where the provider gives none. */
  readonly refreshToken: string | null;
}

/** The provider answered, and it is a no: the session it is asked about ends. Everything else is a provider that can't be reached now. */
export class ProviderRefusal extends Error {}

/** How recent a sign-in at the provider has to be for a fresh proof, seconds. */
const freshSeconds = 60;

const configurations = new Map<string, Promise<oidc.Configuration>>();

/** The provider's configuration, read once; a failed read is tried again at the next use. */
export function providerOf({ issuer, clientId, clientSecret }: OidcSettings): Promise<oidc.Configuration> {
  const cached = configurations.get(issuer);
  if (cached) return cached;
  // Production insists on https; a provider on this machine has none.
  const execute = issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : [];
  const read = oidc.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute, timeout: 15 });
  configurations.set(issuer, read);
  read.catch(() => configurations.delete(issuer));
  return read;
}

/** Where a browser goes to sign in. A fresh proof asks for the provider's sign-in again, whoever is signed in there. */
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
  return oidc.buildAuthorizationUrl(await providerOf(settings), {
    redirect_uri: request.redirectUri,
    scope: "openid email profile offline_access",
    state: request.state,
    nonce: request.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(request.codeVerifier),
    code_challenge_method: "S256",
    ...(settings.acr === null ? {} : { acr_values: settings.acr }),
    ...(request.anew ? { prompt: "login", max_age: String(freshSeconds) } : { prompt: "consent" }),
  });
}

/** Redeems what the provider sent the browser back with. Throws a `ProviderRefusal` where it or its answer says no. */
export async function redeem(
  settings: OidcSettings,
  callback: URL,
  expected: { readonly state: string; readonly nonce: string; readonly codeVerifier: string; readonly anew: boolean },
): Promise<ProvidedIdentity> {
  const configuration = await providerOf(settings);
  const tokens = await oidc
    .authorizationCodeGrant(configuration, callback, {
      expectedState: expected.state,
      expectedNonce: expected.nonce,
      pkceCodeVerifier: expected.codeVerifier,
      idTokenExpected: true,
      ...(expected.anew ? { maxAge: freshSeconds } : {}),
    })
    .catch(throwRefusal);
  const claims = tokens.claims();
  if (!claims) throw new ProviderRefusal("no id token");
  if (settings.acr !== null && claims["acr"] !== settings.acr)
    throw new ProviderRefusal("not the authentication asked for");
  return identityOf(settings, claims, tokens.refresh_token ?? null);
}

/** The roles as they are now. Throws a `ProviderRefusal` if the provider has ended the sign-in. */
export async function askAgain(
  settings: OidcSettings,
  refreshToken: string,
  subject: string,
): Promise<ProvidedIdentity> {
  const configuration = await providerOf(settings);
  const tokens = await oidc.refreshTokenGrant(configuration, refreshToken).catch(throwRefusal);
  const claims =
    tokens.claims() ?? (await oidc.fetchUserInfo(configuration, tokens.access_token, subject).catch(throwRefusal));
  if (claims.sub !== subject) throw new ProviderRefusal("another person");
  return identityOf(settings, { iss: settings.issuer, ...claims }, tokens.refresh_token ?? refreshToken);
}

function identityOf(
  { rolesClaim }: OidcSettings,
  claims: Readonly<Record<string, unknown>>,
  refreshToken: string | null,
): ProvidedIdentity {
  const given = claims[rolesClaim];
  const named = Array.isArray(given) ? given : typeof given === "string" ? given.split(/[\s,]+/) : [];
  const email = typeof claims["email"] === "string" && claims["email_verified"] !== false ? claims["email"] : null;
  return {
    issuer: String(claims["iss"]),
    subject: String(claims["sub"]),
    email: email?.toLowerCase() ?? null,
    name:
      typeof claims["name"] === "string" && claims["name"].trim() !== ""
        ? claims["name"].trim().slice(0, 100)
        : (email ?? "Unnamed"),
    roles: roles.filter((role) => named.includes(role)),
    refreshToken,
  };
}

/** An answer of the provider, or one that doesn't fit what was asked, is a no; a connection that fails is not. */
function throwRefusal(error: unknown): never {
  const isAnswer =
    error instanceof oidc.ResponseBodyError ||
    error instanceof oidc.AuthorizationResponseError ||
    (error instanceof oidc.ClientError && error.code !== "OAUTH_TIMEOUT" && !(error.cause instanceof TypeError));
  throw isAnswer ? new ProviderRefusal((error as Error).message, { cause: error }) : (error as Error);
}
