import { sql } from "kysely";
import type { Role } from "#contract/policy/roles.ts";
import { acquireAdvisoryLock } from "#server/platform/database/advisory-lock.ts";
import type { Tx } from "#server/platform/database/open.ts";
import type { Services } from "#server/platform/services.ts";
import { hasFactor } from "../factors/factor-counts.ts";

type Deps = Pick<Services, "config"> & { readonly db: Tx };

/** Whoever may take an administrator away waits here, before any person is locked: two who remove each other would leave nobody. */
export const lockAdministrators = (db: Tx): Promise<void> => acquireAdvisoryLock(db, "staff-administrators");

/** Whether somebody else could sign in and give roles. The caller has locked the administrators. */
export async function hasOtherAdministrator({ db, config }: Deps, id: string): Promise<boolean> {
  const other = await db
    .selectFrom("staff_member")
    .select("id")
    .where("disabled_at", "is", null)
    .where("id", "<>", id)
    .where(sql<boolean>`'administrator' = any (roles)`)
    .where((where) =>
      where.or([
        where.and([where("password_hash", "is not", null), hasFactor]),
        ...(config.staffOidc === null ? [] : [where("oidc_subject", "is not", null)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/**
 * The roles somebody has by what the identity provider says of them. An emergency account keeps those it was given here, for the day the provider is
 * wrong; and the last administrator stays one. The caller has locked the administrators.
 */
export async function rolesByProvider(
  deps: Deps,
  member: { readonly id: string; readonly roles: readonly string[]; readonly emergency: boolean },
  provided: readonly Role[],
): Promise<{ readonly roles: readonly Role[]; readonly keptAdministrator: boolean }> {
  const known = member.roles as readonly Role[];
  if (member.emergency) return { roles: [...new Set([...known, ...provided])], keptAdministrator: false };
  const loses = known.includes("administrator") && !provided.includes("administrator");
  if (!loses || (await hasOtherAdministrator(deps, member.id))) return { roles: provided, keptAdministrator: false };
  return { roles: ["administrator", ...provided], keptAdministrator: true };
}
