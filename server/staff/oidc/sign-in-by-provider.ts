import type { Selectable } from "kysely";
import { linkDigests } from "#server/auth/public.ts";
import { sealed } from "#server/platform/crypto/sealed.ts";
import { hashSecret, randomSecret } from "#server/platform/crypto/secrets.ts";
import { inTransaction, type Tx } from "#server/platform/database/open.ts";
import type { Tables } from "#server/platform/database/tables.ts";
import type { CookieJar } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { findInvitation } from "../members/invitations.ts";
import { lockStaffSession, openStaffSession, startStaffSession } from "../sessions/session.ts";
import { type OidcProblem, problemOf, ProviderError, staffSignIn } from "./answers.ts";
import type { OidcSettings } from "./discovery.ts";
import { memberOf } from "./identified-member.ts";
import type { ProvidedIdentity } from "./provider.ts";

/** Loaded with its library at the first use: most practices have no provider. */
export const identityProvider = () => import("./provider.ts");

type Deps = Pick<Services, "db" | "clock" | "config" | "secrets" | "log" | "outside">;

const refreshTokenOf = sealed("staff_session.oidc_refresh_sealed");
/** How long somebody may take at the provider, ms. */
const loginMs = 10 * 60_000;

/** The mailed link that a way to the provider should begin with doesn't work any more. */
export class LinkExpired extends Error {}

export const callbackPath = "/api/clinic/staff/oidc/callback";
const callbackUrl = ({ config }: Pick<Services, "config">) => `${config.publicUrl}${callbackPath}`;

/** Where a way to the provider begins: at sign-in, to prove a session anew, or with a mailed link. */
export interface OidcStart {
  readonly sessionId: string | null;
  /** The token of the mailed link. */
  readonly link: string | null;
  readonly returnTo: string;
  /** What the browser brings back from here to end it: its own of another tab, or a new one. */
  readonly browserSecret: string;
}

/** Begins a sign-in, or a fresh proof of a session: where the browser goes. Throws a `ProviderError`. */
export async function beginOidc(
  services: Deps,
  settings: OidcSettings,
  { sessionId, link, returnTo, browserSecret }: OidcStart,
): Promise<URL> {
  const [state, nonce, codeVerifier] = [randomSecret(), randomSecret(), randomSecret()];
  const { authorizationUrl } = await identityProvider();
  const url = await authorizationUrl(settings, {
    redirectUri: callbackUrl(services),
    state,
    nonce,
    codeVerifier,
    anew: sessionId !== null,
  });
  const now = services.clock.now();
  const invitation = link === null ? undefined : await findInvitation(services, linkDigests(services.secrets, link));
  if (link !== null && !invitation) throw new LinkExpired();
  await services.db
    .insertInto("staff_oidc_login")
    .values({
      ...{ state_hash: hashSecret(state), browser_hash: hashSecret(browserSecret), nonce, code_verifier: codeVerifier },
      ...{ session_id: sessionId, return_to: returnTo, expires_at: new Date(now.getTime() + loginMs) },
      invitation_hash: invitation?.digest ?? null,
    })
    .execute();
  return url;
}

/** Ends a sign-in: opens a session, or makes the proof of the one it began from fresh. Each state counts once, and only in the browser it began in. */
export async function finishOidc(
  services: Deps & { readonly cookies: CookieJar },
  settings: OidcSettings,
  { query, browserSecret }: { readonly query: URLSearchParams; readonly browserSecret: string },
): Promise<{ readonly returnTo: string } | { readonly problem: OidcProblem }> {
  const { db, clock } = services;
  const state = query.get("state") ?? "";
  const now = clock.now();
  const login = await db
    .deleteFrom("staff_oidc_login")
    .where("state_hash", "=", hashSecret(state))
    .where("browser_hash", "=", hashSecret(browserSecret))
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  if (!login) return { problem: "refused" };
  const callback = new URL(`${callbackUrl(services)}?${query.toString()}`);
  const awaySeconds = (now.getTime() - (login.expires_at.getTime() - loginMs)) / 1000;
  const expected = {
    ...{ state, nonce: login.nonce, codeVerifier: login.code_verifier },
    anewWithin: login.session_id === null ? null : awaySeconds,
  };
  const { redeem } = await identityProvider();
  const identity = await redeem(settings, callback, expected).catch((error: unknown) => reportFailure(services, error));
  if (identity instanceof ProviderError) return { problem: problemOf[identity.answer] };
  services.outside.of(staffSignIn).worked();
  const problem = await inTransaction(services, async (tx) => openByIdentity(tx, identity, login));
  return problem === null ? { returnTo: login.return_to } : { problem };
}

/** Opens a session of the person the provider named, with the roles it says they have now. */
async function openByIdentity(
  services: Omit<Deps, "db"> & { readonly db: Tx; readonly cookies: CookieJar },
  identity: ProvidedIdentity,
  {
    session_id: sessionId,
    invitation_hash,
  }: Pick<Selectable<Tables["staff_oidc_login"]>, "session_id" | "invitation_hash">,
): Promise<OidcProblem | null> {
  const member = await memberOf(services, identity, invitation_hash);
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

/** Counts what the provider answered, and gives it back with its row. What is no answer of its goes on as an error. */
export function reportFailure({ outside }: Pick<Services, "outside">, error: unknown): ProviderError {
  if (!(error instanceof ProviderError)) throw error;
  const reports = outside.of(staffSignIn);
  const { means } = reports.failed(error.answer, error.message);
  // It answered as it should, and this one is not to get in.
  if (means === "final") reports.worked();
  return error;
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
