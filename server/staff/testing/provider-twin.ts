import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { exportJWK, generateKeyPair, type JWK, SignJWT } from "jose";
import { listenAnew } from "./listen-anew.ts";

/** How a provider differs from others. What it leaves out is as in the standard's simplest case. */
export interface ProviderProfile {
  /** What its issuer has after its origin: `/tenant/v2.0`, or a slash alone. */
  readonly issuerPath?: string;
  /** The scopes it knows; asking for another is `invalid_scope`. */
  readonly scopes?: readonly string[];
  /** More, or otherwise, in its discovery document. */
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Claims of a person beside `sub`, at sign-in and at a refresh; a refresh without an ID token is null. */
  readonly idToken: (person: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  readonly refreshedIdToken?: ((person: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>) | null;
  readonly userinfo?: (person: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** Who gets a refresh token, and whether each works once. */
  readonly refreshTokens?: "always" | "with offline_access" | "never";
  readonly rotates?: boolean;
  /** Whether it asks somebody who is signed in there to sign in again, and says when they did. */
  readonly obeysLogin?: boolean;
  readonly authTime?: boolean;
  /** Who presses Allow is an administrator: a forced consent shows everybody else a page without a way on. */
  readonly consentByAdministrators?: boolean;
  readonly clientAuth?: "basic" | "post";
}

type Person = Readonly<Record<string, unknown>>;
/** Takes over one request; false lets the twin answer it. */
export type Fault = (request: IncomingMessage, response: ServerResponse, body: URLSearchParams) => boolean | void;
export type ProviderEndpoint = "discovery" | "jwks" | "token" | "userinfo" | "authorize";

export const twinClient = { id: "calendula", secret: "a secret of the client, long enough" };

/** An identity provider of a profile that can answer each request otherwise. */
export async function startProviderTwin(profile: ProviderProfile) {
  const people = new Map<string, Person>();
  const faults = new Map<ProviderEndpoint, Fault>();
  const codes = new Map<string, { readonly query: URLSearchParams; readonly sub: string; readonly authTime: number }>();
  const refreshTokens = new Map<string, string>();
  const accessTokens = new Map<string, string>();
  const signedInAt = new Map<string, number>();
  const asked: URLSearchParams[] = [];
  let pairs = 0;
  const newKey = () => keyOfPair(pairs++);
  let [signsIn, isDown, keys]: [string | null, boolean, TwinKey[]] = [null, false, [await newKey()]];
  let claimsOf: (claims: Record<string, unknown>) => Record<string, unknown> = (claims) => claims;

  const server = createServer((request, response) => void answer(request, response));
  const origin = `http://127.0.0.1:${await listenAnew(server)}`;
  const issuer = `${origin}${profile.issuerPath ?? ""}`;
  const base = (profile.issuerPath ?? "").replace(/\/$/, "");

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (isDown) return void response.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = new URLSearchParams(Buffer.concat(chunks).toString());
    const url = new URL(request.url ?? "/", origin);
    const endpoint = endpoints[url.pathname.slice(base.length)];
    if (!endpoint) return void response.writeHead(404).end();
    if (faults.get(endpoint)?.(request, response, body)) return;
    const send = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (endpoint === "discovery") return void send(200, metadata());
    if (endpoint === "jwks") return void send(200, { keys: keys.map(({ jwk }) => jwk) });
    if (endpoint === "authorize") return authorize(url.searchParams, response);
    if (endpoint === "userinfo") {
      const sub = accessTokens.get((request.headers.authorization ?? "").replace("Bearer ", ""));
      if (sub === undefined) return void response.writeHead(401, { "www-authenticate": "Bearer" }).end();
      return void send(200, { sub, ...profile.userinfo?.(people.get(sub) ?? {}) });
    }
    const [status, value] = await token(request, body);
    send(status, value);
  }
  const endpoints: Readonly<Record<string, ProviderEndpoint>> = {
    "/.well-known/openid-configuration": "discovery",
    "/jwks": "jwks",
    "/authorize": "authorize",
    "/token": "token",
    "/userinfo": "userinfo",
  };
  const at = (path: string) => `${origin}${base}${path}`;
  const metadata = () => ({
    issuer,
    authorization_endpoint: at("/authorize"),
    token_endpoint: at("/token"),
    jwks_uri: at("/jwks"),
    ...(profile.userinfo ? { userinfo_endpoint: at("/userinfo") } : {}),
    response_types_supported: ["code"],
    subject_types_supported: ["pairwise"],
    id_token_signing_alg_values_supported: ["RS256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
    ...(profile.scopes ? { scopes_supported: profile.scopes } : {}),
    ...profile.metadata,
  });

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    asked.push(query);
    const scopes = (query.get("scope") ?? "").split(" ");
    const back = (values: Record<string, string>) => {
      const to = new URL(query.get("redirect_uri") ?? "");
      for (const [name, value] of Object.entries({ ...values, state: query.get("state") ?? "" }))
        to.searchParams.set(name, value);
      response.writeHead(302, { location: to.href }).end();
    };
    if (profile.scopes && scopes.some((scope) => !profile.scopes?.includes(scope)))
      return back({ error: "invalid_scope" });
    if (profile.consentByAdministrators && query.get("prompt") === "consent")
      return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Need admin approval</h1>");
    if (signsIn === null) return back({ error: "access_denied" });
    const asksAgain = query.get("prompt") === "login" && profile.obeysLogin !== false;
    if (asksAgain || !signedInAt.has(signsIn)) signedInAt.set(signsIn, seconds() - (asksAgain ? 0 : 3600));
    const code = randomUUID();
    codes.set(code, { query, sub: signsIn, authTime: signedInAt.get(signsIn) ?? 0 });
    back({ code });
  }

  async function token(request: IncomingMessage, body: URLSearchParams): Promise<[number, unknown]> {
    const basic = Buffer.from((request.headers.authorization ?? "").replace("Basic ", ""), "base64").toString();
    const sent =
      profile.clientAuth === "basic"
        ? decodeURIComponent(basic.replaceAll("+", "%20"))
        : `${body.get("client_id")}:${body.get("client_secret")}`;
    if (sent !== `${twinClient.id}:${twinClient.secret}`) return [400, { error: "invalid_client" }];
    if (body.get("grant_type") === "refresh_token") {
      const old = body.get("refresh_token") ?? "";
      const sub = refreshTokens.get(old);
      if (sub === undefined || !people.has(sub)) return [400, { error: "invalid_grant" }];
      if (profile.rotates) refreshTokens.delete(old);
      const claims = profile.refreshedIdToken === null ? null : (profile.refreshedIdToken ?? profile.idToken);
      return [200, await tokens(sub, claims?.(people.get(sub) ?? {}) ?? null, profile.rotates === true)];
    }
    const grant = codes.get(body.get("code") ?? "");
    codes.delete(body.get("code") ?? "");
    const challenge = createHash("sha256")
      .update(body.get("code_verifier") ?? "")
      .digest("base64url");
    if (!grant || grant.query.get("code_challenge") !== challenge) return [400, { error: "invalid_grant" }];
    const wants = profile.refreshTokens ?? "with offline_access";
    const refreshes =
      wants === "always" ||
      (wants === "with offline_access" && / offline_access\b/.test(grant.query.get("scope") ?? ""));
    const own = {
      nonce: grant.query.get("nonce"),
      ...(profile.authTime === false ? {} : { auth_time: grant.authTime }),
    };
    return [200, await tokens(grant.sub, { ...profile.idToken(people.get(grant.sub) ?? {}), ...own }, refreshes)];
  }

  async function tokens(sub: string, claims: Record<string, unknown> | null, refreshes: boolean) {
    const [accessToken, refreshToken] = [randomUUID(), randomUUID()];
    accessTokens.set(accessToken, sub);
    if (refreshes) refreshTokens.set(refreshToken, sub);
    return {
      access_token: accessToken,
      token_type: "Bearer",
      expires_in: 300,
      ...(refreshes ? { refresh_token: refreshToken } : {}),
      ...(claims === null ? {} : { id_token: await signed({ sub, ...claims }) }),
    };
  }

  async function signed(own: Record<string, unknown>): Promise<string> {
    const [key] = keys;
    if (!key) throw new Error("The twin has no key");
    const now = seconds();
    const claims = claimsOf({ iss: issuer, aud: twinClient.id, iat: now, exp: now + 300, ...own });
    return new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: key.jwk.kid ?? "" }).sign(key.privateKey);
  }

  return {
    issuer,
    people,
    /** The queries of each way here. */
    asked,
    signsIn: (id: string | null) => void (signsIn = id),
    goDown: (down: boolean) => void (isDown = down),
    /** From now on this endpoint answers so; null: as it should. */
    fault: (endpoint: ProviderEndpoint, fault: Fault | null) =>
      void (fault === null ? faults.delete(endpoint) : faults.set(endpoint, fault)),
    /** From now on ID tokens say otherwise; null: as they should. */
    changeClaims: (change: typeof claimsOf | null) => void (claimsOf = change ?? ((claims) => claims)),
    /** Signs with a new key; the old one stays listed, as providers do. */
    rotateKeys: async () => void (keys = [await newKey(), ...keys]),
    /** Signs with a key that it doesn't list. */
    signWithForeignKey: async (kid: string) => {
      const own = keys;
      const { privateKey, jwk } = await newKey();
      keys = [{ privateKey, jwk: { ...jwk, kid } }, ...own];
      return () => void (keys = own);
    },
    keyId: () => keys[0]?.jwk.kid ?? "",
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
export type ProviderTwin = Awaited<ReturnType<typeof startProviderTwin>>;

const seconds = () => Math.floor(Date.now() / 1000);

/** Making a pair takes a quarter of a second: the nth key of each twin is of the same pair, under an id of its own. */
const keyPairs: ReturnType<typeof generateKeyPair>[] = [];

interface TwinKey {
  readonly privateKey: CryptoKey;
  readonly jwk: JWK;
}

async function keyOfPair(number: number): Promise<TwinKey> {
  const { privateKey, publicKey } = await (keyPairs[number] ??= generateKeyPair("RS256"));
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: randomUUID(), alg: "RS256", use: "sig" } };
}

/** An answer in plain JSON, as OAuth errors come. */
export const answersJson =
  (status: number, value: unknown): Fault =>
  (_, response) => {
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    return true;
  };
/** The page of a proxy in between. */
export const answersHtml =
  (status: number): Fault =>
  (_, response) => {
    response.writeHead(status, { "content-type": "text/html" }).end("<h1>Service Unavailable</h1>");
    return true;
  };
