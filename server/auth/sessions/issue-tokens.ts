import type { CookieJar, RequestMetadata } from "#server/platform/http/handler.ts";
import type { Services } from "#server/platform/services.ts";
import { issueAccessToken } from "./access-token.ts";
import type { LiveSession } from "./session.ts";

export const refreshCookie = "refreshToken";

type Deps = Services & { readonly cookies: CookieJar; readonly request: RequestMetadata };

/**
 * Issues a session's tokens: gives the access token, and puts the refresh token in a cookie no script can read. Announces the session with the
 * browser's request for privacy, because no earlier call knew who the patient is.
 */
export async function issueTokens(services: Deps, session: LiveSession): Promise<string> {
  const { clock, cookies, db, events, request } = services;
  // What a helper's browser asks for is about the helper.
  if (!session.helper) await events.announce(db, "session.started", { patientId: session.patientId, gpc: request.gpc });
  const seconds = Math.ceil((session.expiresAt.getTime() - clock.now().getTime()) / 1000);
  cookies.set(refreshCookie, session.refreshToken, seconds);
  return issueAccessToken({ ...services, clock: services.clockGuard.shared }, session, session.expiresAt);
}
