import type { Role } from "#contract/policy/roles.ts";
import { inTransaction } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { lockAdministrators, rolesByProvider } from "../members/last-administrator.ts";
import { endStaffSessions, type LiveStaffSession } from "../sessions/session.ts";
import { ProviderError, staffSignIn } from "./answers.ts";
import type { ProvidedIdentity } from "./provider.ts";
import { identityProvider, keepRefreshToken, openRefreshToken, reportFailure } from "./sign-in-by-provider.ts";

type Deps = Pick<Services, "db" | "clock" | "config" | "secrets" | "log" | "outside">;

/** How old roles may be, ms, before the provider is asked for them again. */
const maxAgeMs = 15 * 60_000;

/** Issuers that have said roles in refreshed tokens: where one does, a refresh without them takes the roles away. */
const saysRolesInRefresh = new Set<string>();

/**
 * Asks the provider for the roles of a session that came by it, when they are older than a quarter of an hour. Gives the roles that count now, null where
 * the session ended: the provider ended the sign-in, or gives the person no role any more. Any other answer changes nothing, so that its outage or a
 * wrong setting stops nobody's work; the session ends with its twelve hours.
 */
export async function refreshRoles(services: Deps, session: LiveStaffSession): Promise<readonly Role[] | null> {
  const { id, row, member } = session;
  const known = member.roles as Role[];
  const { db, clock, config } = services;
  const { oidc_refresh_sealed, oidc_checked_at } = row;
  const { oidc_issuer: issuer, oidc_subject: subject } = member;
  if (oidc_refresh_sealed === null || oidc_checked_at === null || config.staffOidc === null) return known;
  if (clock.now().getTime() - oidc_checked_at.getTime() < maxAgeMs || issuer === null || subject === null) return known;
  // One request asks; those beside it go on with the roles they have.
  const claimed = await db
    .updateTable("staff_session")
    .set({ oidc_checked_at: clock.now() })
    .where("id", "=", id)
    .where("oidc_checked_at", "=", oidc_checked_at)
    .returning("id")
    .executeTakeFirst();
  if (!claimed) return known;
  const { askAgain } = await identityProvider();
  const refreshToken = openRefreshToken(services, { id, oidc_refresh_sealed });
  const identity = await askAgain(config.staffOidc, refreshToken, { issuer, subject }).catch((error: unknown) =>
    reportFailure(services, error),
  );
  if (identity instanceof ProviderError) {
    if (staffSignIn.rows[identity.answer].means !== "final") return known;
    await db.updateTable("staff_session").set({ ended_at: clock.now() }).where("id", "=", id).execute();
    return null;
  }
  services.outside.of(staffSignIn).worked();
  await keepRefreshToken(services, id, identity.refreshToken);
  return config.staffOidc.rolesFrom === "team" ? known : takeRoles(services, session, identity);
}

/** Takes over the roles the provider says; whoever has none any more is out everywhere. */
async function takeRoles(
  services: Deps,
  { member: { id } }: LiveStaffSession,
  { issuer, roles }: ProvidedIdentity,
): Promise<readonly Role[] | null> {
  const reports = services.outside.of(staffSignIn);
  if (roles !== null) saysRolesInRefresh.add(issuer);
  return inTransaction(services, async (tx) => {
    await lockAdministrators(tx.db);
    const member = await tx.db
      .selectFrom("staff_member")
      .select(["id", "roles", "emergency"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (roles === null && !saysRolesInRefresh.has(issuer)) {
      reports.failed("roles_not_refreshed");
      return member.roles as Role[];
    }
    const now = await rolesByProvider(tx, member, roles ?? []);
    if (now.keptAdministrator) reports.failed("no_administrator_left");
    if (now.roles.length === 0) {
      await endStaffSessions(tx, id);
      return null;
    }
    await tx.db
      .updateTable("staff_member")
      .set({ roles: [...now.roles] })
      .where("id", "=", id)
      .execute();
    return now.roles;
  });
}
