import { errors as joseErrors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { HelperPart } from "#contract/account/helpers.ts";
import { helperAudience, limits } from "#contract/constants.ts";
import type { Clock } from "#server/platform/clock/clock.ts";
import type { Caller, VerifiedToken } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import { Refusal } from "#server/platform/refusal.ts";

/** What signing and verifying a deployment's access tokens needs. */
export interface TokenDeps {
  readonly config: { readonly publicUrl: string };
  readonly secrets: { readonly signingKey: Uint8Array };
  readonly clock: Clock;
}

const algorithm = "HS256";
const type = "at+jwt";
const audience = "patient-api";

/**
 * A signed JWT that authenticates the session to the API for 15 minutes, but never longer than the session lasts.
 * Claims: `sub` the patient, `sid` the session, `jti` (RFC 9068) so that a token renewed within the same second differs. A helper's token is of another
 * audience: `sub` the helper, `pat` the patient, `parts` what they may use. Whoever knows no helpers refuses it.
 */
export async function issueAccessToken(
  { config, secrets, clock }: TokenDeps,
  { patientId, sessionId, helper }: Caller,
  sessionExpiresAt: Date,
): Promise<string> {
  const now = Math.floor(clock.now().getTime() / 1000);
  const end = Math.floor(sessionExpiresAt.getTime() / 1000);
  return new SignJWT({ sid: sessionId, ...(helper && { pat: patientId, parts: helper.parts }) })
    .setProtectedHeader({ alg: algorithm, typ: type })
    .setSubject(helper?.id ?? patientId)
    .setIssuer(config.publicUrl)
    .setAudience(helper ? helperAudience : audience)
    .setJti(newId())
    .setIssuedAt(now)
    .setExpirationTime(Math.min(now + limits.accessTokenSeconds, end))
    .sign(secrets.signingKey);
}

/** The token's session and patient; throws a Refusal `token_expired`, or `invalid_token` for anything else wrong with it. */
export async function verifyAccessToken(
  { config, clock }: TokenDeps,
  key: CryptoKey,
  token: string,
): Promise<VerifiedToken> {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: [algorithm],
      typ: type,
      issuer: config.publicUrl,
      audience: [audience, helperAudience],
      requiredClaims: ["sub", "iat", "exp"],
      currentDate: clock.now(),
    });
    const { sub, sid, exp, aud } = payload;
    if (typeof sub !== "string" || typeof sid !== "string" || exp === undefined) throw new Refusal("invalid_token");
    const caller = aud === helperAudience ? helperCaller(sub, sid, payload) : { patientId: sub, sessionId: sid };
    return { caller, expiresAt: exp * 1000 };
  } catch (error) {
    throw new Refusal(error instanceof joseErrors.JWTExpired ? "token_expired" : "invalid_token");
  }
}

const isPart = (part: unknown): part is HelperPart => HelperPart.safeParse(part).success;

function helperCaller(id: string, sessionId: string, { pat, parts }: JWTPayload): Caller {
  if (typeof pat !== "string" || !Array.isArray(parts) || !parts.every(isPart)) throw new Refusal("invalid_token");
  return { patientId: pat, sessionId, helper: { id, parts } };
}

/** The signing key in the form that verifies fastest. */
export const verificationKey = ({ secrets }: TokenDeps): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", new Uint8Array(secrets.signingKey), { name: "HMAC", hash: "SHA-256" }, false, [
    "verify",
  ]);
