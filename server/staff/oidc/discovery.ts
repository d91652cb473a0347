import * as oidc from "openid-client";
import type { Config } from "#server/config.ts";
import { ProviderError } from "./answers.ts";
import { asProviderError } from "./provider-errors.ts";

export type OidcSettings = NonNullable<Config["staffOidc"]>;

/** How long the provider may take for each answer, seconds. */
const timeoutSeconds = 8;
/** How far its clock and ours may be apart, seconds. */
const clockToleranceSeconds = 60;
/** How old its discovery document may be, ms; an older one counts while a new one can't be read. */
const maxAgeMs = 3_600_000;
/** Signatures with a key of the provider's own. Whoever knows the client secret could make the others. */
const signatures = [
  ...["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"],
  ...["ES256", "ES384", "ES512", "EdDSA", "Ed25519"],
];

interface Read {
  readonly configuration: Promise<oidc.Configuration>;
  readonly at: number;
}
const reads = new Map<string, Read>();

/** The provider's configuration, read at its first use and again after an hour. Throws a `ProviderError`; the next use tries again. */
export async function configurationOf(settings: OidcSettings): Promise<oidc.Configuration> {
  const key = JSON.stringify([settings.issuer, settings.clientId, settings.clientSecret, settings.clientAuth]);
  const last = reads.get(key);
  const now = performance.now();
  if (last && now - last.at < maxAgeMs) return last.configuration;
  const configuration = readConfiguration(settings).catch((error: unknown) => {
    const isOutage = error instanceof ProviderError && error.answer === "unavailable";
    if (last && isOutage) return last.configuration;
    throw error;
  });
  reads.set(key, { configuration, at: now });
  configuration.catch(() => reads.delete(key));
  return configuration;
}

async function readConfiguration(settings: OidcSettings): Promise<oidc.Configuration> {
  const metadata = await readMetadata(settings);
  const [problem] = lacksOf(metadata, settings).filter(({ isNeeded }) => isNeeded);
  if (problem) throw new ProviderError(problem.answer, problem.text);
  const known = metadata.id_token_signing_alg_values_supported ?? ["RS256"];
  const configuration = new oidc.Configuration(
    { ...metadata, id_token_signing_alg_values_supported: known.filter((each) => signatures.includes(each)) },
    settings.clientId,
    { client_secret: settings.clientSecret, [oidc.clockTolerance]: clockToleranceSeconds },
    clientAuthOf(metadata, settings) === "basic"
      ? oidc.ClientSecretBasic(settings.clientSecret)
      : oidc.ClientSecretPost(settings.clientSecret),
  );
  configuration.timeout = timeoutSeconds;
  // The code comes over TLS, but a proxy in between that ends TLS could change what comes with it.
  oidc.enableNonRepudiationChecks(configuration);
  // Production insists on https; a provider on this machine has none.
  if (settings.issuer.startsWith("http:")) oidc.allowInsecureRequests(configuration);
  return configuration;
}

/** The discovery document as it is. Its address is often pasted for the issuer, so both are understood. Throws a `ProviderError`. */
export async function readMetadata({ issuer }: OidcSettings): Promise<oidc.ServerMetadata> {
  const address = `${issuer.replace(/\/+$/, "").replace(wellKnown, "")}${wellKnown}`;
  try {
    const response = await fetch(address, {
      headers: { accept: "application/json" },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      throw new ProviderError("unavailable", `discovery ${response.status}`);
    }
    const metadata: unknown = await response.json();
    if (typeof metadata !== "object" || metadata === null || !("issuer" in metadata))
      throw new ProviderError("lacks_needed", "discovery");
    return metadata as oidc.ServerMetadata;
  } catch (error) {
    if (error instanceof SyntaxError) throw new ProviderError("unavailable", "discovery", { cause: error });
    if (error instanceof DOMException) throw new ProviderError("unavailable", "timeout", { cause: error });
    throw asProviderError(error);
  }
}
const wellKnown = "/.well-known/openid-configuration";

interface Lack {
  readonly answer: "lacks_needed" | "wrong_issuer";
  /** One line for whoever runs the host. */
  readonly text: string;
  /** Nobody can sign in; otherwise something works less well. */
  readonly isNeeded: boolean;
}

/** What a provider's discovery document lacks of what we need, and of what we can use. */
export function lacksOf(metadata: oidc.ServerMetadata, settings: OidcSettings): readonly Lack[] {
  const lists = (name: keyof oidc.ServerMetadata) => {
    const value = metadata[name];
    return Array.isArray(value) ? (value as readonly unknown[]) : null;
  };
  const lacks = (isLacking: boolean, text: string, isNeeded = true, answer: Lack["answer"] = "lacks_needed") =>
    isLacking ? [{ answer, text, isNeeded }] : [];
  const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"] as const;
  const auth = clientAuthOf(metadata, settings);
  const auths = lists("token_endpoint_auth_methods_supported");
  const algorithms = lists("id_token_signing_alg_values_supported");
  const claims = lists("claims_supported");
  return [
    ...lacks(
      /\{tenantid\}/i.test(metadata.issuer) || /\/(common|organizations|consumers)(\/|$)/.test(settings.issuer),
      "it is for any tenant, whose administrators could give themselves every role here; take the issuer of your own tenant",
      true,
      "wrong_issuer",
    ),
    ...lacks(
      !isSameIssuer(metadata.issuer, settings.issuer.replace(wellKnown, "")),
      `it calls itself ${String(metadata.issuer).slice(0, 200)}; set STAFF_OIDC_ISSUER to that, if it is the one you mean`,
      true,
      "wrong_issuer",
    ),
    ...endpoints.flatMap((name) => lacks(!isAddress(metadata[name], settings.issuer), `it has no ${name}`)),
    ...lacks(lists("response_types_supported")?.includes("code") === false, "it has no code flow"),
    ...lacks(
      algorithms !== null && !algorithms.some((each) => signatures.includes(String(each))),
      "it signs ID tokens with none of RS256, PS256, ES256 and EdDSA",
    ),
    ...lacks(
      auths?.includes(`client_secret_${auth}`) === false,
      `it takes no client secret by ${auth}; set STAFF_OIDC_CLIENT_AUTH`,
    ),
    ...lacks(lists("scopes_supported")?.includes("openid") === false, "it has no scope openid"),
    ...lacks(
      !scopesOf(metadata, settings).includes("offline_access") && settings.scopes.includes("offline_access"),
      "it has no scope offline_access: roles are asked for at sign-in only, unless it gives refresh tokens without",
      false,
    ),
    ...lacks(
      settings.fresh === "auth_time" && claims?.includes("auth_time") === false,
      "it doesn't list auth_time: a new proof by it may fail; see STAFF_OIDC_FRESH",
      false,
    ),
  ];
}

/** The scopes to ask for: those of the setting, without what the provider says it doesn't have. Some refuse a request for more than they know. */
export function scopesOf(metadata: oidc.ServerMetadata, { scopes }: OidcSettings): readonly string[] {
  const supported = metadata.scopes_supported;
  return Array.isArray(supported) && supported.includes("openid")
    ? scopes.filter((scope) => scope !== "offline_access" || supported.includes(scope))
    : scopes;
}

/** How the secret is sent: by the setting, else the way the provider lists. One that lists none takes it as the standard says (Discovery §3). */
function clientAuthOf(metadata: oidc.ServerMetadata, { clientAuth }: OidcSettings): "basic" | "post" {
  if (clientAuth !== null) return clientAuth;
  return metadata.token_endpoint_auth_methods_supported?.includes("client_secret_post") ? "post" : "basic";
}

/** Some write their issuer with a slash at its end, and their documents without, or the other way around. */
export const isSameIssuer = (one: unknown, other: string): boolean =>
  typeof one === "string" && one.replace(/\/+$/, "") === other.replace(/\/+$/, "");

function isAddress(value: unknown, issuer: string): boolean {
  const url = typeof value === "string" ? URL.parse(value) : null;
  return url?.protocol === "https:" || (url?.protocol === "http:" && issuer.startsWith("http:"));
}
