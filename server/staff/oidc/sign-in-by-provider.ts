import { sealed } from "#server/platform/crypto/sealed.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { CookieJar } from "#server/platform/http/handler.ts";
import { newId } from "#server/platform/ids.ts";
import type { Services } from "#server/platform/services.ts";
import { lockStaffSession, openStaffSession, startStaffSession } from "../sessions/session.ts";
import type { OidcSettings, ProvidedIdentity } from "./provider.ts";

/** Loaded with its library at the first use: most practices have no provider. */
export const identityProvider = () => import("./provider.ts");

type Deps = Pick<Services, "db" | "clock" | "config" | "secrets" | "log">;

const refreshTokenOf = sealed("staff_session.oidc_refresh_sealed");
/** How long somebody may take at the provider. */
const loginMinutes = 10;

export const callbackPath = "/api/clinic/staff/oidc/callback";
const callbackUrl = ({ config }: Pick<Services, "config">) => `${config.publicUrl}${callbackPath}`;

/** Why somebody comes back without a session: the sign-in page says it in words. */
export type OidcProblem = "unavailable" | "refused" | "no_role" | "disabled" | "email_taken";

/** Begins a sign-in, or a fresh proof of a session: where the browser goes, and the secret that it has to bring back. */
export async function beginOidc(
  services: Deps,
  settings: OidcSettings,
  { sessionId, returnTo }: { readonly sessionId: string | null; readonly returnTo: string },
): Promise<{ readonly url: URL; readonly browserSecret: string }> {
  const [state, browserSecret, nonce, codeVerifier] = [randomSecret(), randomSecret(), randomSecret(), randomSecret()];
  const anew = sessionId !== null;
  const { authorizationUrl } = await identityProvider();
  const url = await authorizationUrl(settings, {
    redirectUri: callbackUrl(services),
    state,
    nonce,
    codeVerifier,
    anew,
  });
  const now = services.clock.now();
  await services.db
    .insertInto("staff_oidc_login")
    .values({
      ...{ state_hash: hashSecret(state), browser_hash: hashSecret(browserSecret), nonce, code_verifier: codeVerifier },
      ...{ session_id: sessionId, return_to: returnTo, expires_at: new Date(now.getTime() + loginMinutes * 60_000) },
    })
    .execute();
  return { url, browserSecret };
}

/** Ends a sign-in: opens a session, or makes the proof of the one it began from fresh. Each state counts once, and only in the browser it began in. */
export async function finishOidc(
  services: Deps & { readonly cookies: CookieJar },
  settings: OidcSettings,
  { query, browserSecret }: { readonly query: URLSearchParams; readonly browserSecret: string },
): Promise<{ readonly returnTo: string } | { readonly problem: OidcProblem }> {
  const { db, clock } = services;
  const state = query.get("state") ?? "";
  const login = await db
    .deleteFrom("staff_oidc_login")
    .where("state_hash", "=", hashSecret(state))
    .where("browser_hash", "=", hashSecret(browserSecret))
    .where("expires_at", ">", clock.now())
    .returningAll()
    .executeTakeFirst();
  if (!login) return { problem: "refused" };
  const callback = new URL(`${callbackUrl(services)}?${query.toString()}`);
  const anew = login.session_id !== null;
  const expected = { state, nonce: login.nonce, codeVerifier: login.code_verifier, anew };
  const { ProviderRefusal, redeem } = await identityProvider();
  let identity: ProvidedIdentity;
  try {
    identity = await redeem(settings, callback, expected);
  } catch (error) {
    services.log.warn({ err: { message: (error as Error).message } }, "sign-in by the identity provider failed");
    return { problem: error instanceof ProviderRefusal ? "refused" : "unavailable" };
  }
  const problem = await inTransaction(services, async (tx) => openByIdentity(tx, identity, login.session_id));
  return problem === null ? { returnTo: login.return_to } : { problem };
}

/** Opens a session of the person the provider named, with the roles it says they have now. */
async function openByIdentity(
  services: Deps & { readonly cookies: CookieJar },
  identity: ProvidedIdentity,
  sessionId: string | null,
): Promise<OidcProblem | null> {
  const member = await memberOf(services, identity);
  if (typeof member === "string") return member;
  const session =
    sessionId === null
      ? await startStaffSession(services, member, "second_factor")
      : await lockStaffSession(services, sessionId);
  // Whoever signed in at the provider for a fresh proof may be a colleague.
  if (!session || session.member.id !== member.id) return "refused";
  await openStaffSession(services, session);
  await keepRefreshToken(services, session.id, identity.refreshToken);
  return null;
}

/** The person of this identity, made at their first sign-in; why not, otherwise. Whoever was invited by the same proven e-mail is the same person. */
async function memberOf({ db, clock }: Deps, { issuer, subject, email, name, roles }: ProvidedIdentity) {
  const identified = { oidc_issuer: issuer, oidc_subject: subject };
  const known = await db
    .selectFrom("staff_member")
    .selectAll()
    .where("oidc_issuer", "=", issuer)
    .where("oidc_subject", "=", subject)
    .forUpdate()
    .executeTakeFirst();
  const invited =
    known ??
    (email === null
      ? undefined
      : await db.selectFrom("staff_member").selectAll().where("email", "=", email).forUpdate().executeTakeFirst());
  if (invited?.disabled_at) return "disabled";
  if (invited && !known && invited.oidc_subject !== null) return "email_taken";
  if (roles.length === 0) return "no_role";
  if (invited)
    return db
      .updateTable("staff_member")
      .set({ ...identified, name, roles: [...roles] })
      .where("id", "=", invited.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  if (email === null) return "refused";
  return db
    .insertInto("staff_member")
    .values({
      ...{ id: newId(), email, name, roles: [...roles], ...identified },
      ...{ created_at: clock.now(), created_by: "system:oidc" },
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Keeps what asks the provider for the roles again. */
export async function keepRefreshToken(
  { db, clock, secrets }: Pick<Services, "db" | "clock" | "secrets">,
  sessionId: string,
  refreshToken: string | null,
): Promise<void> {
  await db
    .updateTable("staff_session")
    .set({
      oidc_refresh_sealed: refreshToken === null ? null : secrets.seal(refreshToken, refreshTokenOf(sessionId)),
      oidc_checked_at: clock.now(),
    })
    .where("id", "=", sessionId)
    .execute();
}

/** The token as it was kept. */
export const openRefreshToken = (
  { secrets }: Pick<Services, "secrets">,
  { id, oidc_refresh_sealed }: { readonly id: string; readonly oidc_refresh_sealed: Uint8Array },
): string => secrets.open<string>(oidc_refresh_sealed, refreshTokenOf(id));
