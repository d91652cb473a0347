import type { Role } from "#contract/staff/roles.ts";
import type { Services } from "#server/platform/services.ts";
import { endStaffSessions, type LiveStaffSession } from "../sessions/session.ts";
import { identityProvider, keepRefreshToken, openRefreshToken } from "./sign-in-by-provider.ts";

type Deps = Pick<Services, "db" | "clock" | "config" | "secrets" | "log">;

/** How old roles may be, ms, before the provider is asked for them again. */
const maxAgeMs = 15 * 60_000;

/**
 * Asks the provider for the roles of a session that came by it, when they are older than a quarter of an hour. A provider that says no, or gives no role
 * any more, ends the person's sessions; one that can't be reached changes nothing, so that its outage stops nobody's work. Gives the roles that count now, null where the session ended.
 */
export async function refreshRoles(
  services: Deps,
  { id, row, member }: LiveStaffSession,
): Promise<readonly Role[] | null> {
  const known = member.roles as Role[];
  const { db, clock, config } = services;
  const { oidc_refresh_sealed, oidc_checked_at } = row;
  if (oidc_refresh_sealed === null || oidc_checked_at === null || config.staffOidc === null) return known;
  if (clock.now().getTime() - oidc_checked_at.getTime() < maxAgeMs || member.oidc_subject === null) return known;
  // One request asks; those beside it go on with the roles they have.
  const claimed = await db
    .updateTable("staff_session")
    .set({ oidc_checked_at: clock.now() })
    .where("id", "=", id)
    .where("oidc_checked_at", "=", oidc_checked_at)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return known;
  const { askAgain, ProviderRefusal } = await identityProvider();
  try {
    const refreshToken = openRefreshToken(services, { id, oidc_refresh_sealed });
    const identity = await askAgain(config.staffOidc, refreshToken, member.oidc_subject);
    if (identity.roles.length === 0) throw new ProviderRefusal("no role any more");
    await db
      .updateTable("staff_member")
      .set({ roles: [...identity.roles] })
      .where("id", "=", member.id)
      .execute();
    await keepRefreshToken(services, id, identity.refreshToken);
    return identity.roles;
  } catch (error) {
    services.log.warn({ err: { message: (error as Error).message } }, "roles could not be asked for again");
    if (!(error instanceof ProviderRefusal)) return known;
    await endStaffSessions(services, member.id);
    return null;
  }
}
