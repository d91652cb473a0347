import { type Permission, permissionsOf } from "#contract/policy/policy.ts";
import type { Role } from "#contract/policy/roles.ts";
import type { Database } from "#server/platform/database/open.ts";

/** Where somebody of the practice is mailed, and what they may do; nothing once they have left. */
export interface MemberAddress {
  readonly id: string;
  readonly email: string;
  readonly permissions: readonly Permission[];
}

/** The addresses of everybody who works or worked here. */
export async function memberAddresses(db: Database): Promise<MemberAddress[]> {
  const rows = await db
    .selectFrom("staff_member")
    .select(["id", "email", "roles", "doctor_id", "disabled_at"])
    .execute();
  return rows.map(({ id, email, roles, doctor_id: doctorid, disabled_at }) => ({
    ...{ id, email },
    permissions: disabled_at === null ? permissionsOf({ roles: roles as Role[], doctorid }) : [],
  }));
}
