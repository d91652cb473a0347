import type { SignedIn } from "#contract/auth.ts";
import { recordGpc } from "#server/growth/public.ts";
import { onboardingStatus } from "#server/onboarding/public.ts";
import type { CookieJar, RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { issueAccessToken } from "./access-token.ts";
import { issueOneTimeToken } from "./one-time-token.ts";
import type { LiveSession } from "./session.ts";

export const refreshCookie = "refreshToken";

type Deps = Services & { readonly cookies: CookieJar; readonly request: RequestMetadata };

/**
 * Issues a session's tokens: the access token in the reply, the refresh token in a cookie no script can read. The browser's request for privacy
 * (Global Privacy Control) is recorded here, because no earlier call knew who the patient is.
 */
export async function issueTokens(services: Deps, session: LiveSession): Promise<SignedIn> {
  const { clock, cookies, request } = services;
  if (request.gpc) await recordGpc(services, session.patientId);
  const seconds = Math.ceil((session.expiresAt.getTime() - clock.now().getTime()) / 1000);
  cookies.set(refreshCookie, session.refreshToken, seconds);
  const [idToken, onboardingstatus] = await Promise.all([
    issueAccessToken(services, session, session.expiresAt),
    onboardingStatus(services, session.patientId),
  ]);
  return { message: "success", idToken, userid: session.patientId, onboardingstatus };
}

/** As `issueTokens`, with a one-time token for another window, as sign-in and sign-up return it (spec §3). */
export async function issueTokensWithOneTimeToken(services: Deps, session: LiveSession): Promise<SignedIn> {
  const onetimetoken = await issueOneTimeToken(services, session.sessionId);
  return { ...(await issueTokens(services, session)), onetimetoken };
}
