import type { Scope } from "#contract/http/scopes.ts";
import { type Role, scopesOf } from "#contract/staff/roles.ts";
import type { Database } from "#server/platform/database/open.ts";

/** Where somebody of the practice is mailed, and what they may do; nothing once they have left. */
export interface MemberAddress {
  readonly id: string;
  readonly email: string;
  readonly scopes: readonly Scope[];
}

/** The addresses of everybody who works or worked here. */
export async function memberAddresses(db: Database): Promise<MemberAddress[]> {
  const rows = await db
    .selectFrom("staff_member")
    .select(["id", "email", "roles", "doctor_id", "disabled_at"])
    .execute();
  return rows.map(({ id, email, roles, doctor_id: doctorid, disabled_at }) => ({
    ...{ id, email },
    scopes: disabled_at === null ? scopesOf({ roles: roles as Role[], doctorid }) : [],
  }));
}
